import { storableKey, storableText } from '../storable.ts'
import {
  byStrength,
  type ContactInput,
  type IdentityInput,
  identityKey,
  isStandIn,
  isWeak,
} from './identity.ts'
import { otherSpelling } from './phone-variants.ts'

/** All sightings of one person in a batch. Which contact that is, the database says. */
export type Person = {
  tenantId: string
  accountId: string
  channel: string
  /** Every identity seen with the person, by key, with its first and newest sighting. */
  identities: Map<string, { identity: IdentityInput; firstAt: Date; lastAt: Date }>
  firstSeenAt: Date
  lastSeenAt: Date
  name: string | undefined
  nameAt: Date | undefined
  /** Places in the batch. */
  inputs: number[]
}

/** Has an identity that says who the person is whatever else happens. */
export const isStrong = (person: Person): boolean =>
  [...person.identities.values()].some(({ identity }) => !isWeak(identity))

/**
 * The identities that identify: the strong ones, or the weak ones of somebody who has no other. The person's own come
 * first, strongest first, then the other spellings of their numbers.
 */
export const identifyingKeys = (person: Person): string[] => {
  const strong = [...person.identities].filter(([, { identity }]) => !isWeak(identity))
  const own = (strong.length > 0 ? strong : [...person.identities]).map(([key]) => key)
  return [...own, ...otherSpellings(person).map((identity) => identityKey(person.accountId, identity))]
}

/** Numbers that are not known to be the person's, but would be the same phone. */
export const otherSpellings = (person: Person): IdentityInput[] =>
  [...person.identities.values()].flatMap(({ identity }) => otherSpelling(identity) ?? [])

/**
 * Joins the sightings of a batch that share an identifying identity. A sighting with weak identities alone belongs to
 * the person who showed the same weak identity last, if one did.
 */
export const groupPeople = (inputs: readonly ContactInput[]): Person[] => {
  const sightings = inputs.flatMap((input, place) => {
    const person = sighting(input, place)
    return person.identities.size === 0 ? [] : [person]
  })
  const strong = joinPeople(sightings.filter(isStrong), identifyingKeys)
  const owners = weakOwners(strong)
  const unowned: Person[] = []
  for (const person of sightings.filter((candidate) => !isStrong(candidate))) {
    const owner = [...person.identities.keys()]
      .map((key) => owners.get(key))
      .find((found) => found !== undefined)
    if (owner === undefined) unowned.push(person)
    else absorb(owner, person)
  }
  return [...strong, ...joinPeople(unowned, identifyingKeys)]
}

/** One input as a person of its own. */
export const sighting = (input: ContactInput, place: number): Person => {
  const identities: Person['identities'] = new Map()
  const given = byStrength(input.identities.filter(({ value }) => value !== ''))
  const named = given.filter((identity) => !isStandIn(identity))
  for (const { kind, value } of named.length > 0 ? named : given) {
    const identity = { kind: storableKey(kind), value: storableKey(value) }
    identities.set(identityKey(input.accountId, identity), {
      identity,
      firstAt: input.seenAt,
      lastAt: input.seenAt,
    })
  }
  const name = storableText(input.name ?? '').trim()
  return {
    ...{ tenantId: input.tenantId, accountId: input.accountId, channel: input.channel, identities },
    ...{ firstSeenAt: input.seenAt, lastSeenAt: input.seenAt, inputs: [place] },
    ...(name === '' ? { name: undefined, nameAt: undefined } : { name, nameAt: input.seenAt }),
  }
}

/** Makes one person of all that share a key, directly or through others. The people given may be changed. */
export const joinPeople = (
  people: readonly Person[],
  keysOf: (person: Person) => readonly string[],
): Person[] => {
  const holders = new Map<string, Person>()
  const keys = new Map<Person, Set<string>>()
  for (const person of people) {
    const own = new Set(keysOf(person))
    const known = new Set([...own].flatMap((key) => holders.get(key) ?? []))
    const [first = person, ...others] = known
    if (first !== person) others.push(person)
    const all = keys.get(first) ?? new Set()
    for (const key of own) all.add(key)
    for (const other of others) {
      absorb(first, other)
      for (const key of keys.get(other) ?? []) all.add(key)
      keys.delete(other)
    }
    keys.set(first, all)
    for (const key of all) holders.set(key, first)
  }
  return [...keys.keys()]
}

const weakOwners = (people: readonly Person[]): Map<string, Person> => {
  const owners = new Map<string, { person: Person; lastAt: Date }>()
  for (const person of people) {
    for (const [key, { identity, lastAt }] of person.identities) {
      const other = owners.get(key)
      if (isWeak(identity) && (other === undefined || other.lastAt < lastAt))
        owners.set(key, { person, lastAt })
    }
  }
  return new Map([...owners].map(([key, { person }]) => [key, person]))
}

/** Adds everything of one person to another. */
export const absorb = (into: Person, from: Person): void => {
  for (const [key, seen] of from.identities) {
    const mine = into.identities.get(key)
    if (mine === undefined) into.identities.set(key, { ...seen })
    else {
      if (seen.firstAt < mine.firstAt) mine.firstAt = seen.firstAt
      if (seen.lastAt > mine.lastAt) mine.lastAt = seen.lastAt
    }
  }
  if (from.firstSeenAt < into.firstSeenAt) into.firstSeenAt = from.firstSeenAt
  if (from.lastSeenAt > into.lastSeenAt) into.lastSeenAt = from.lastSeenAt
  if (isNewerName(from, into)) {
    into.name = from.name
    into.nameAt = from.nameAt
  }
  into.inputs.push(...from.inputs)
}

type Named = { name: string | null | undefined; nameAt: Date | null | undefined }

/** The newest name wins; of two seen in the same millisecond the greater, so that the order of arrival never matters. */
export const isNewerName = (candidate: Named, current: Named): boolean => {
  if (candidate.name == null || candidate.nameAt == null) return false
  if (current.name == null || current.nameAt == null) return true
  const difference = candidate.nameAt.getTime() - current.nameAt.getTime()
  return (
    difference > 0 ||
    (difference === 0 && Buffer.compare(Buffer.from(candidate.name), Buffer.from(current.name)) > 0)
  )
}
