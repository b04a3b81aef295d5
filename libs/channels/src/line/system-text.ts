import { asList, asObject, asText, type Json } from '../core/access.ts'

/** What an event of a conversation says in words; LINE tells no names. */
export type SystemText = (event: Json) => string

const node = (value: unknown): Json => asObject(value) ?? {}
const suffixed = (text: string, value: unknown): string => `${text} ${asText(value) ?? ''}`.trimEnd()

const beaconTexts: Readonly<Record<string, string>> = {
  enter: 'Somebody came into the range of the beacon',
  banner: 'Somebody tapped the banner of the beacon',
  stay: 'Somebody is in the range of the beacon',
}

const membershipTexts: Readonly<Record<string, string>> = {
  joined: 'Somebody joined the membership',
  left: 'Somebody left the membership',
  renewed: 'Somebody renewed the membership',
}

/** The events that happen in a conversation and are no messages. */
export const systemTexts: ReadonlyMap<string, SystemText> = new Map<string, SystemText>([
  [
    'follow',
    ({ follow }) =>
      node(follow).isUnblocked === true
        ? 'Somebody unblocked the account'
        : 'Somebody added the account as a friend',
  ],
  ['unfollow', () => 'Somebody blocked the account'],
  ['join', ({ source }) => `The account joined the ${chatOf(source)}`],
  ['leave', ({ source }) => `The account left the ${chatOf(source)}`],
  ['memberJoined', ({ joined }) => `${countOf(joined)} joined`],
  ['memberLeft', ({ left }) => `${countOf(left)} left`],
  [
    'videoPlayComplete',
    (event) => suffixed('Somebody watched the video', node(event.videoPlayComplete).trackingId),
  ],
  [
    'beacon',
    ({ beacon }) => {
      const type = asText(node(beacon).type) ?? ''
      const text = Object.hasOwn(beaconTexts, type) ? beaconTexts[type] : undefined
      return suffixed(text ?? 'Somebody met the beacon', node(beacon).hwid)
    },
  ],
  [
    'accountLink',
    ({ link }) =>
      node(link).result === 'ok' ? 'Somebody linked their account' : 'The linking of an account failed',
  ],
  [
    'membership',
    ({ membership }) => {
      const type = asText(node(membership).type) ?? ''
      const text = Object.hasOwn(membershipTexts, type) ? membershipTexts[type] : undefined
      return suffixed(text ?? 'Somebody changed the membership', node(membership).membershipId)
    },
  ],
  ['delivery', () => 'A notification message was delivered'],
  ['activated', () => 'This channel took over the conversation'],
  ['deactivated', () => 'Another channel took over the conversation'],
])

function chatOf(source: unknown): string {
  return node(source).type === 'room' ? 'multi-person chat' : 'group'
}

function countOf(moved: unknown): string {
  const { length } = asList(node(moved).members)
  if (length === 0) return 'Somebody'
  return length === 1 ? '1 person' : `${length} people`
}
