import type { Party, Thread } from '../core/update.ts'
import type { Scope } from './scope.ts'

/** Direct messages have channels of their own, whose ids begin so. */
export function isDirect(channel: string): boolean {
  return channel.startsWith('D')
}

/**
 * The conversation in a channel. A direct one is of the person; `person` is undefined where somebody else speaks. What
 * the app wrote there does not name the person, so the channel, which is of this person and this app alone, is one
 * more name the person goes by. The direct messages of somebody who installed the app for themselves are of two people:
 * a group.
 */
export function threadOf(channel: string, person: Party | undefined, scope: Scope, name?: string): Thread {
  if (isDirect(channel) && scope.sawAsBot) {
    const identities = [...(person?.identities ?? []), { kind: 'user_id' as const, value: channel }]
    return { kind: 'direct', peer: { ...person, identities } }
  }
  return name === undefined ? { kind: 'group', id: channel } : { kind: 'group', id: channel, name }
}

/**
 * The conversation of a command or an interaction. In direct messages it may have been given between two other
 * people, so the channel says nothing of the person there.
 */
export function callerThread(channel: string | undefined, caller: Party, name?: string): Thread {
  if (channel === undefined || isDirect(channel)) return { kind: 'direct', peer: caller }
  return name === undefined ? { kind: 'group', id: channel } : { kind: 'group', id: channel, name }
}
