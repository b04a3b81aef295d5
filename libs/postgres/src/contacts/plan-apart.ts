import type { Apart } from './find-apart.ts'
import { absorb, identifyingKeys, type Person, sighting } from './group-people.ts'
import type { ContactInput } from './identity.ts'
import {
  type ContactPlan,
  candidates,
  type KnownContact,
  type KnownIdentity,
  planFor,
} from './plan-contacts.ts'

/** Sightings of one person, and the contacts that are this person. */
type Cluster = { person: Person; contacts: KnownContact[] }

/**
 * The plans for what looks like one person, but stands for contacts that must stay apart. Each sighting goes to the
 * contact of its strongest identity; contacts are merged as far as nobody said that they are two. Pure.
 */
export const planApart = (
  person: Person,
  inputs: readonly ContactInput[],
  known: ReadonlyMap<string, KnownIdentity>,
  apart: Apart,
): ContactPlan[] => {
  const clusters = clustersOf(person, inputs, known)
  for (const contact of candidates(person, known)) {
    for (const cluster of [...clusters]) {
      if (clusters.includes(cluster) && candidates(cluster.person, known).some(({ id }) => id === contact.id))
        join(cluster, contact, clusters, apart)
    }
  }
  return clusters.map((cluster) => planFor(cluster.person, cluster.contacts, known))
}

/** One cluster for each contact that is the strongest of some sighting. */
const clustersOf = (
  person: Person,
  inputs: readonly ContactInput[],
  known: ReadonlyMap<string, KnownIdentity>,
): Cluster[] => {
  const clusters = new Map<string, Cluster>()
  const strangers: Person[] = []
  for (const place of person.inputs) {
    const input = inputs[place]
    if (input === undefined) continue
    const seen = sighting(input, place)
    const [home] = candidates(seen, known)
    const cluster = home && clusters.get(home.id)
    if (home === undefined) strangers.push(seen)
    else if (cluster === undefined) clusters.set(home.id, { person: seen, contacts: [home] })
    else absorb(cluster.person, seen)
  }
  const all = [...clusters.values()]
  for (const stranger of strangers) absorb(friendOf(stranger, all).person, stranger)
  return all
}

/** Whom a sighting of unknown identities was seen with; it is in the group because of somebody. */
const friendOf = (stranger: Person, clusters: readonly Cluster[]): Cluster => {
  const keys = new Set(identifyingKeys(stranger))
  const friend =
    clusters.find(({ person }) => identifyingKeys(person).some((key) => keys.has(key))) ?? clusters[0]
  if (friend === undefined) throw new Error('people are kept apart by contacts, and here are none')
  return friend
}

/** Adds the contact to the cluster, and with it the cluster that has it, unless any two of theirs must stay apart. */
const join = (cluster: Cluster, contact: KnownContact, clusters: Cluster[], apart: Apart): void => {
  const owner = clusters.find(({ contacts }) => contacts.some(({ id }) => id === contact.id))
  if (owner === cluster) return
  const added = owner?.contacts ?? [contact]
  if (added.some((one) => cluster.contacts.some((other) => apart(one.id, other.id)))) return
  cluster.contacts.push(...added)
  if (owner === undefined) return
  absorb(cluster.person, owner.person)
  clusters.splice(clusters.indexOf(owner), 1)
}
