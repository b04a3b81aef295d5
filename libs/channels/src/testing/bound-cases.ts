import { expect, test } from 'vitest'
import type { ParsedUpdate, Party } from '../core/update.ts'
import type { ChannelCases } from './channel-cases.ts'
import { exampleNames, readExample } from './read-example.ts'

/** Far longer than any id may become, with room for the parts that one is made of. */
const long = 'x'.repeat(20_000)
const idCharsMax = 2_500
const pathCharsMax = 1_100

type Place = { holder: Record<string, unknown>; key: string }

/**
 * Names and pointers end in unique indexes and in events, which have bounds: one word of megabytes in a payload must
 * not end the work on all others (every text and every key of every example is made long in turn).
 */
export function boundCases({ channel, examples }: ChannelCases): void {
  test('a word without end, as a value or as a key, never becomes an id or a pointer without end', {
    timeout: 30_000,
  }, () => {
    const seen = new Set<string>()
    for (const name of exampleNames(examples)) {
      const { body, headers, account = 'account' } = readExample(examples, name)
      const callback = { headers, account }
      const read = channel.read(body, callback)
      if (!read.ok) continue
      for (const { place, kind } of places(read.value)) {
        if (seen.has(`${kind} ${place.join('/')}`)) continue
        seen.add(`${kind} ${place.join('/')}`)
        const payload = structuredClone(read.value)
        lengthen(placeIn(payload, place), kind)
        for (const update of channel.parse(payload, callback)) expect(tooLong(update)).toEqual([])
        for (const key of channel.accountKeys(payload)) expect(key.length).toBeLessThan(idCharsMax)
      }
    }
    expect(seen.size).toBeGreaterThan(10)
  })
}

type Spot = { place: string[]; kind: 'value' | 'key' }

function places(value: unknown, place: string[] = []): Spot[] {
  if (typeof value !== 'object' || value === null) return place.length === 0 ? [] : [{ place, kind: 'value' }]
  return Object.entries(value).flatMap(([key, child]): Spot[] => [
    ...(Array.isArray(value) ? [] : [{ place: [...place, key], kind: 'key' as const }]),
    ...places(child, [...place, key]),
  ])
}

function placeIn(payload: unknown, place: readonly string[]): Place {
  let holder = payload as Record<string, unknown>
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  return { holder, key: place.at(-1) ?? '' }
}

function lengthen({ holder, key }: Place, kind: Spot['kind']): void {
  if (kind === 'value') holder[key] = long
  else {
    holder[long] = holder[key]
    delete holder[key]
  }
}

function tooLong(update: ParsedUpdate): string[] {
  const ids = [update.account, ...namesOf(update), ...partiesOf(update).flatMap(identities)]
  const reasons = ids.filter((id) => id.length > idCharsMax).map((id) => `${update.kind}: ${id.slice(0, 40)}`)
  return update.path.length > pathCharsMax ? [...reasons, `${update.kind}: path`] : reasons
}

/** All that is a name by its field, whatever the kind of the update. */
function namesOf(update: ParsedUpdate): string[] {
  const fields = 'externalId target event key reason participant slot from to'.split(' ')
  const said = new Map<string, unknown>(Object.entries(update))
  const about = 'context' in update ? update.context?.externalId : undefined
  const group = 'thread' in update && update.thread?.kind === 'group' ? update.thread.id : undefined
  return [...fields.map((field) => said.get(field)), about, group].filter((name) => typeof name === 'string')
}

function partiesOf(update: ParsedUpdate): Party[] {
  return [
    'sender' in update ? update.sender : undefined,
    'actor' in update ? update.actor : undefined,
    'contact' in update ? update.contact : undefined,
    'recipient' in update ? update.recipient : undefined,
    'thread' in update && update.thread?.kind === 'direct' ? update.thread.peer : undefined,
  ].filter((party) => party !== undefined)
}

const identities = (party: Party): string[] => party.identities.map(({ value }) => value)
