import {
  findIdentities,
  insertContacts,
  lockContacts,
  lockSlots,
  noteSightings,
  putIdentities,
  touchContacts,
} from './contacts/contact-statements.ts'
import { findApart } from './contacts/find-apart.ts'
import { groupPeople, identifyingKeys, joinPeople, type Person } from './contacts/group-people.ts'
import type { ContactInput } from './contacts/identity.ts'
import { lockAccounts, slotsOf } from './contacts/lock-accounts.ts'
import { mergeContacts } from './contacts/merge-contacts.ts'
import { planApart } from './contacts/plan-apart.ts'
import {
  type ContactMerge,
  type ContactPlan,
  candidates,
  isSettled,
  planContact,
} from './contacts/plan-contacts.ts'
import type { Pool, Queryable } from './pool.ts'
import { transaction } from './transaction.ts'

/** `created`: this call made the contact. */
export type ResolvedContact = { contactId: string; created: boolean }

export type ResolvedContacts = {
  /** In the order of the input; null for a person without identities. */
  contacts: (ResolvedContact | null)[]
  /** Contacts that turned out to be the same person. What hangs on `from` has to be moved: see listPendingMerges. */
  merges: ContactMerge[]
}

const identityLockClass = 706_301

/**
 * Finds or makes the contact of each person in a batch, in a number of round trips that does not depend on its size.
 *
 * A known identity gives its contact; two contacts found for one person are merged into the older one; nobody known
 * gives a new contact with an id derived from the strongest identity. Identities not seen before are added. Idempotent,
 * and safe to run from many workers at once on the same people. Weak identities (username, parent_bsuid) identify only
 * where there is no other, and belong to whoever showed them last. A number that is known in its other spelling is
 * known. Contacts whose merge was undone are never merged here again: what shows both goes to the stronger identity's.
 */
export const resolveContacts = async (
  pool: Pool,
  inputs: readonly ContactInput[],
  options: { now?: Date } = {},
): Promise<ResolvedContacts> => {
  const contacts: (ResolvedContact | null)[] = inputs.map(() => null)
  const people = groupPeople(inputs)
  if (people.length === 0) return { contacts, merges: [] }

  const plans = await readPlans(pool, people, inputs)
  const settled = plans.filter(isSettled)
  const unsettled = plans.filter((plan) => !isSettled(plan)).map(({ person }) => person)
  if (settled.length > 0) await note(pool, settled)
  const decided =
    unsettled.length === 0
      ? []
      : await transaction(pool, (client) => decide(client, unsettled, inputs, options.now ?? new Date()))

  for (const { person, contactId, created } of [...settled, ...decided]) {
    for (const place of person.inputs) contacts[place] = { contactId, created }
  }
  return { contacts, merges: mergesOf(decided) }
}

/** The contacts a batch would resolve to, new ones with the id they would get. Writes nothing. */
export const lookUpContacts = async (
  db: Queryable,
  inputs: readonly ContactInput[],
): Promise<ResolvedContacts> => {
  const contacts: (ResolvedContact | null)[] = inputs.map(() => null)
  const people = groupPeople(inputs)
  const plans = people.length === 0 ? [] : await readPlans(db, people, inputs)
  for (const { person, contactId, created } of plans) {
    for (const place of person.inputs) contacts[place] = { contactId, created }
  }
  return { contacts, merges: mergesOf(plans) }
}

const mergesOf = (plans: readonly ContactPlan[]): ContactMerge[] =>
  plans.flatMap(({ merges }) => merges.map(({ evidence: _, ...merge }) => merge))

/** People whom the database already knows as one contact become one person, so that no row is written twice. */
const readPlans = async (
  db: Queryable,
  people: readonly Person[],
  inputs: readonly ContactInput[],
): Promise<ContactPlan[]> => {
  const known = await findIdentities(db, people)
  const joined = joinPeople(people, (person) => {
    const ids = candidates(person, known).map(({ id }) => id)
    return ids.length > 0 ? ids : [`new ${person.inputs[0]}`]
  })
  const plans = joined.map((person) => planContact(person, known))
  const merged = plans.flatMap(({ merges }) => merges.flatMap(({ from, into }) => [from, into]))
  const apart = merged.length === 0 ? undefined : await findApart(db, merged)
  if (apart === undefined) return plans
  return plans.flatMap((plan) =>
    plan.merges.length === 0 ? [plan] : planApart(plan.person, inputs, known, apart),
  )
}

/** The slow way: everything about these identities is locked, so what is read stays true until it is written. */
const decide = async (
  db: Queryable,
  people: readonly Person[],
  inputs: readonly ContactInput[],
  now: Date,
): Promise<ContactPlan[]> => {
  // The other spellings too: two workers may meet one new person under one each.
  const keys = people.flatMap((person) => [...person.identities.keys(), ...identifyingKeys(person)])
  await lockSlots(db, identityLockClass, slotsOf(keys))
  let plans = await readPlans(db, people, inputs)
  if (plans.some(({ merges }) => merges.length > 0)) {
    // Merges of one account follow each other: two at once could merge in a circle.
    await lockAccounts(
      db,
      people.map(({ accountId }) => accountId),
    )
    plans = await readPlans(
      db,
      plans.map(({ person }) => person),
      inputs,
    )
  }
  await write(db, plans, now)
  return plans
}

const write = async (db: Queryable, plans: readonly ContactPlan[], now: Date): Promise<void> => {
  const created = plans.filter((plan) => plan.created)
  const merges = plans.flatMap((plan) => plan.merges)
  const identities = plans.flatMap((plan) => plan.identities)
  const existing = plans.filter((plan) => !plan.created && (plan.touch || plan.merges.length > 0))
  const touched = [...existing.map(({ contactId }) => contactId), ...merges.map(({ from }) => from)]
  if (touched.length > 0) await lockContacts(db, touched)
  if (created.length > 0) await insertContacts(db, created)
  if (merges.length > 0) await mergeContacts(db, merges, now)
  if (identities.length > 0) await putIdentities(db, newestOwners(identities))
  await note(db, plans)
}

/** What is left of a person the database knows: newer sightings and names. Nothing at all on a replay. */
const note = async (db: Queryable, plans: readonly ContactPlan[]): Promise<void> => {
  const touched = plans.filter((plan) => plan.touch)
  const sightings = plans.flatMap((plan) => plan.sightings)
  if (touched.length > 0) await touchContacts(db, touched)
  if (sightings.length > 0) await noteSightings(db, newestOwners(sightings))
}

/** Two people of a batch may show the same weak identity: the later one has it. */
const newestOwners = <Row extends ContactPlan['identities'][number]>(rows: readonly Row[]): Row[] => {
  const newest = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.person.accountId}\n${row.identity.kind}\n${row.identity.value}`
    const other = newest.get(key)
    if (other === undefined || other.lastAt < row.lastAt) newest.set(key, row)
  }
  return [...newest.values()]
}
