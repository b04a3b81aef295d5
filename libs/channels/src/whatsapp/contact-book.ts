import { asList, asObject, asText, type Json } from '../core/access.ts'
import type { Party } from '../core/update.ts'
import { isNobody, type PersonIds, readPersonIds, toParty } from './identities.ts'

type Entry = { index: number; ids: PersonIds; name?: string }

/** The `contacts[]` of one value: who they are, and which of them some item has already spoken of. */
export type ContactBook = { entries: readonly Entry[]; byId: Map<string, Entry>; used: Set<Entry> }

/** Reads `value.contacts`; any part of it may be missing. What is no object is left to the caller. */
export function openContactBook(value: Json): ContactBook {
  const book: ContactBook & { entries: Entry[] } = { entries: [], byId: new Map(), used: new Set() }
  for (const [index, raw] of asList(value.contacts).entries()) {
    const contact = asObject(raw)
    if (contact === undefined) continue
    const profile = asObject(contact.profile)
    const username = profile?.username ?? contact.username
    const ids = readPersonIds(contact.user_id, contact.wa_id, contact.parent_user_id, username)
    const name = asText(profile?.name)
    const entry: Entry = name === undefined ? { index, ids } : { index, ids, name }
    book.entries.push(entry)
    for (const key of keysOf(ids)) if (!book.byId.has(key)) book.byId.set(key, entry)
  }
  return book
}

/**
 * The party of an item's own ids, completed from the contact that has the same BSUID or wa_id. What the item says
 * itself wins. Marks the contact as spoken of.
 */
export function partyOf(book: ContactBook, ids: PersonIds): Party {
  if (book.entries.length === 0) return toParty(ids)
  const entry =
    (ids.bsuid === undefined ? undefined : book.byId.get(ids.bsuid)) ??
    (ids.waId === undefined ? undefined : book.byId.get(ids.waId))
  if (entry === undefined) return toParty(ids)
  book.used.add(entry)
  return toParty({ ...entry.ids, ...ids }, entry.name)
}

/** The only contact of the value: it names a sender who is not named at all, if there is only one such item. */
export function onlyContact(book: ContactBook): PersonIds | undefined {
  const [entry] = book.entries
  return book.entries.length === 1 && entry !== undefined && !isNobody(entry.ids) ? entry.ids : undefined
}

/** The contacts no item spoke of, with their place in the array. */
export function unspokenContacts(book: ContactBook): { index: number; contact: Party }[] {
  return book.entries
    .filter((entry) => !isSpokenOf(book, entry))
    .map((entry) => ({ index: entry.index, contact: toParty(entry.ids, entry.name) }))
}

/** A batch may list one person twice; the second entry is spoken of with the first. */
function isSpokenOf(book: ContactBook, entry: Entry): boolean {
  if (book.used.has(entry)) return true
  return keysOf(entry.ids).some((key) => {
    const first = book.byId.get(key)
    return first !== undefined && book.used.has(first)
  })
}

function keysOf(ids: PersonIds): string[] {
  const keys: string[] = []
  if (ids.bsuid !== undefined) keys.push(ids.bsuid)
  if (ids.waId !== undefined) keys.push(ids.waId)
  return keys
}
