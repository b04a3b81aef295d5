import { uuidv5 } from '@omnistream/common'
import { identifyingKeys, isNewerName, type Person } from './group-people.ts'
import { byStrength, type IdentityInput, identityKey, isWeak } from './identity.ts'
import { otherSpelling } from './phone-variants.ts'

const evidenceMax = 20

/** Contact ids are derived in this space, so that any worker gives a new person the same id. */
const contactNamespace = '3f6c2b0e-8d54-5c8e-9a51-0b7c1d2e6f40'

/** The contact an identity stands for today, merges followed. */
export type KnownContact = {
  id: string
  firstSeenAt: Date
  lastSeenAt: Date
  name: string | null
  nameAt: Date | null
}

export type KnownIdentity = { contact: KnownContact; seenAt: Date }

export type ContactMerge = { tenantId: string; accountId: string; from: string; into: string }

/** A merge with what speaks for it: the identities that were seen together. */
export type PlannedMerge = ContactMerge & { evidence: IdentityInput[] }

export type IdentityRow = {
  person: Person
  identity: IdentityInput
  contactId: string
  firstAt: Date
  lastAt: Date
}

export type ContactPlan = {
  person: Person
  contactId: string
  created: boolean
  merges: PlannedMerge[]
  /** Missing identities, and weak ones that change hands. */
  identities: IdentityRow[]
  /** Weak identities that only get a newer sighting. */
  sightings: IdentityRow[]
  /** Whether the contact's own row would change. */
  touch: boolean
}

/** The id of a contact that is first seen under this identity. */
export const contactIdFor = (accountId: string, identity: IdentityInput): string =>
  uuidv5(contactNamespace, `${accountId}${identity.kind}:${identity.value}`)

/** What has to be written for a person, given what the database knows. Pure. */
export const planContact = (person: Person, known: ReadonlyMap<string, KnownIdentity>): ContactPlan =>
  planFor(person, candidates(person, known), known)

/** The same where it is decided which contacts are the person's: the oldest stays. */
export const planFor = (
  person: Person,
  contacts: readonly KnownContact[],
  known: ReadonlyMap<string, KnownIdentity>,
): ContactPlan => {
  const [keeper, ...others] = contacts.toSorted(byAge)
  const contactId = keeper?.id ?? newContactId(person)
  const { tenantId, accountId } = person
  const rows = identityRows(person, contactId, known)
  return {
    ...{ person, contactId, created: keeper === undefined },
    merges: others.map((other) => ({
      ...{ tenantId, accountId, from: other.id, into: contactId },
      evidence: evidenceOf(person, [other.id, contactId], known),
    })),
    identities: rows.filter((row) => row.write === 'identity').map((row) => row.row),
    sightings: rows.filter((row) => row.write === 'sighting').map((row) => row.row),
    touch: keeper !== undefined && changes(person, keeper),
  }
}

/** The contacts that the person's identifying identities stand for today, each once, that of the strongest first. */
export const candidates = (person: Person, known: ReadonlyMap<string, KnownIdentity>): KnownContact[] => {
  const contacts = identifyingKeys(person).flatMap((key) => known.get(key)?.contact ?? [])
  return [...new Map(contacts.map((contact) => [contact.id, contact])).values()]
}

/** Whether the plan needs the locks of the slow way. */
export const isSettled = (plan: ContactPlan): boolean =>
  !plan.created && plan.merges.length === 0 && plan.identities.length === 0

const byAge = (a: KnownContact, b: KnownContact): number =>
  a.firstSeenAt.getTime() - b.firstSeenAt.getTime() || (a.id < b.id ? -1 : 1)

/** The person's identities that led to one of these contacts, as they were seen. */
const evidenceOf = (
  person: Person,
  contactIds: readonly string[],
  known: ReadonlyMap<string, KnownIdentity>,
): IdentityInput[] =>
  [...person.identities]
    .filter(([key, { identity }]) => {
      const other = otherSpelling(identity)
      const keys = other === undefined ? [key] : [key, identityKey(person.accountId, other)]
      return !isWeak(identity) && keys.some((one) => contactIds.includes(known.get(one)?.contact.id ?? ''))
    })
    .map(([, { identity }]) => identity)
    .slice(0, evidenceMax)

const newContactId = (person: Person): string => {
  const [preferred] = byStrength([...person.identities.values()].map(({ identity }) => identity))
  if (preferred === undefined) throw new Error('a person without identities has no contact')
  return contactIdFor(person.accountId, preferred)
}

const identityRows = (
  person: Person,
  contactId: string,
  known: ReadonlyMap<string, KnownIdentity>,
): { write: 'identity' | 'sighting' | 'nothing'; row: IdentityRow }[] =>
  [...person.identities].map(([key, { identity, firstAt, lastAt }]) => {
    const row = { person, identity, contactId, firstAt, lastAt }
    const found = known.get(key)
    if (found === undefined) return { write: 'identity', row }
    if (!isWeak(identity) || lastAt <= found.seenAt) return { write: 'nothing', row }
    return { write: found.contact.id === contactId ? 'sighting' : 'identity', row }
  })

const changes = (person: Person, contact: KnownContact): boolean =>
  person.firstSeenAt < contact.firstSeenAt ||
  person.lastSeenAt > contact.lastSeenAt ||
  isNewerName(person, contact)
