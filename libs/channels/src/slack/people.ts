import { asId, asObject, asText, type Json } from '../core/access.ts'
import type { Identity, Party } from '../core/update.ts'
import type { Scope } from './scope.ts'

/** Stands for a person the payload names in no way. */
export const unknownParty: Party = { identities: [{ kind: 'user_id', value: 'unknown' }] }

const slackbot = 'USLACKBOT'

/** A user as a bare id, or as the object that interactions and events about people have. */
export function partyOf(raw: unknown): Party | undefined {
  const id = asId(raw)
  if (id !== undefined) return { identities: [{ kind: 'user_id', value: id }] }
  const user = asObject(raw)
  const userId = asId(user?.id)
  if (user === undefined || userId === undefined) return undefined
  const profile = asObject(user.profile)
  const name = asText(profile?.display_name) ?? asText(user.real_name) ?? asText(profile?.real_name)
  return party(userId, name, asId(user.username) ?? asId(user.name), asId(profile?.email))
}

/**
 * Who wrote a message: a user, or a bot that is none. A bot that has a user is that user. A message that an app sends in
 * a person's name has a user and a bot too, so the bot's id and name are the user's only where the bot is ours.
 */
export function senderOf(item: Json, scope: Pick<Scope, 'bots'>): Party {
  const profile = asObject(item.user_profile)
  const bot = asObject(item.bot_profile)
  const botName = asText(bot?.name) ?? asText(item.username)
  const user = asId(item.user) ?? asId(asObject(item.comment)?.user)
  if (user !== undefined) {
    const name = asText(profile?.display_name) ?? asText(profile?.real_name)
    return party(user, name ?? (scope.bots.has(user) ? botName : undefined), asId(profile?.name))
  }
  const id = asId(item.bot_id) ?? asId(bot?.id)
  if (id !== undefined) return party(id, botName)
  const username = asId(item.username)
  return username === undefined
    ? unknownParty
    : { identities: [{ kind: 'username', value: username }], name: username }
}

/** Whether a message is of this app, whoever's name it bears. */
export function isOurs(item: Json, scope: Scope): boolean {
  const user = asId(item.user) ?? asId(item.user_id)
  if (user !== undefined && scope.bots.has(user)) return true
  if (user !== undefined && item.bot_id !== undefined && scope.authorised.has(user)) return true
  const app = asId(item.app_id) ?? asId(asObject(item.bot_profile)?.app_id)
  return app !== undefined && app === scope.appId
}

/** The person who wrote a message; undefined where a bot did, this app's or any other. */
export function personOf(item: Json, scope: Scope): Party | undefined {
  const user = asId(item.user)
  if (user === undefined || user === slackbot || item.bot_id !== undefined || isOurs(item, scope))
    return undefined
  return senderOf(item, scope)
}

/** What a sentence calls a party. */
export function calledOf(who: Party | undefined): string {
  const [first] = who?.identities ?? []
  if (who?.name !== undefined) return who.name
  return first === undefined || first.value === 'unknown' ? 'Somebody' : `@${first.value}`
}

function party(id: string, name: string | undefined, username?: string, email?: string): Party {
  const identities: Identity[] = [{ kind: 'user_id', value: id }]
  if (email !== undefined) identities.push({ kind: 'email', value: email })
  if (username !== undefined) identities.push({ kind: 'username', value: username })
  return name === undefined ? { identities } : { identities, name }
}
