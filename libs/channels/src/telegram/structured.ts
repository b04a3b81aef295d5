import { asList, asObject, asText, type Json } from '../core/access.ts'
import type { MessageType } from '../core/update.ts'
import { nameOf } from './people.ts'

/** How a field that is a structure becomes a message: its type, and what people read of it. */
export type StructuredContent = { type: MessageType; textOf(node: Json): string }

/** The texts among the values, one a line. */
export function lines(...values: readonly unknown[]): string {
  return values
    .map(asText)
    .filter((text) => text !== undefined)
    .join('\n')
}

const textsOf = (list: unknown, key: string): unknown[] => asList(list).map((node) => asObject(node)?.[key])

/** In the order they are looked at: a venue comes with its coordinates as `location` too. */
export const structuredContents = new Map<string, StructuredContent>([
  ['venue', { type: 'location', textOf: (venue) => lines(venue.title, venue.address) }],
  ['location', { type: 'location', textOf: () => '' }],
  ['contact', { type: 'contacts', textOf: (contact) => lines(nameOf(contact), contact.phone_number) }],
  ['users_shared', { type: 'contacts', textOf: (shared) => lines(...asList(shared.users).map(sharedName)) }],
  ['chat_shared', { type: 'contacts', textOf: sharedName }],
  [
    'poll',
    {
      type: 'poll',
      textOf: (poll) =>
        lines(poll.question, poll.description, ...textsOf(poll.options, 'text'), poll.explanation),
    },
  ],
  ['checklist', { type: 'interactive', textOf: (list) => lines(list.title, ...textsOf(list.tasks, 'text')) }],
  ['story', { type: 'story', textOf: (story) => lines(nameOf(asObject(story.chat))) }],
  [
    'dice',
    { type: 'interactive', textOf: (dice) => [dice.emoji, dice.value].map(asText).filter(Boolean).join(' ') },
  ],
  ['game', { type: 'interactive', textOf: (game) => lines(game.title, game.description, game.text) }],
  ['web_app_data', { type: 'interactive', textOf: (app) => lines(app.button_text, app.data) }],
  ['giveaway', { type: 'interactive', textOf: giveawayText }],
  ['giveaway_winners', { type: 'interactive', textOf: giveawayText }],
])

function sharedName(raw: unknown): string {
  const shared = asObject(raw)
  const username = asText(shared?.username)
  return nameOf(shared) ?? (username === undefined ? '' : `@${username}`)
}

function giveawayText(giveaway: Json): string {
  const winners = asList(giveaway.winners).map((winner) => nameOf(asObject(winner)))
  return lines('Giveaway', giveaway.prize_description, ...winners)
}
