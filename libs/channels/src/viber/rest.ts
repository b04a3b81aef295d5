import { asObject, type Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import type { Frame } from './frame.ts'

/** Fields that stand elsewhere in the update; the host of the bot is Viber's own business. */
const frameKeys = new Set(
  'event timestamp message_token chat_hostname sender user user_id message'.split(' '),
)
const personKeys = new Set(['id', 'name'])

/** What a message says besides the fields `held` elsewhere, and what is told of its sender; undefined where nothing. */
export function messageData(
  message: Json,
  { event }: Frame,
  held: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const rest = Object.assign(without(message, held), beside(event))
  addPerson(rest, 'sender', event.sender)
  return Object.keys(rest).length === 0 ? undefined : toData(rest)
}

/** What an event that is no message says besides its frame, as it came, with Viber's word for it. */
export function eventData({ event, word }: Frame): Record<string, unknown> {
  const rest: Record<string, unknown> = { event: word, ...beside(event) }
  addPerson(rest, 'user', event.user)
  return toData(rest)
}

function beside(event: Json): Record<string, unknown> {
  const rest = without(event, frameKeys)
  // Every message says that it is not silent.
  if (rest.silent === false) delete rest.silent
  return rest
}

/** Language, country, picture and version of a person, where they came. */
function addPerson(rest: Record<string, unknown>, key: string, raw: unknown): void {
  const person = without(asObject(raw) ?? {}, personKeys)
  if (Object.keys(person).length > 0) rest[key] = person
}

function without(object: Json, keys: ReadonlySet<string>): Record<string, unknown> {
  const rest: Record<string, unknown> = {}
  for (const key of Object.keys(object)) {
    // Assigned, it would become the prototype; no data has such a key in the end.
    if (!keys.has(key) && key !== '__proto__') rest[key] = object[key]
  }
  return rest
}
