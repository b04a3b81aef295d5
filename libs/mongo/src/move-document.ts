import { OmniError } from '@omnistream/common'
import { type Binary, type Db, type Document, MongoServerError } from 'mongodb'
import { withValueAt } from './document-path.ts'
import { binaryToUuid } from './uuid.ts'

/** Holds the unique key while both copies of a document exist. */
const parkedField = '_uuid_conversion'
const duplicateKey = 11_000

type Parked = { from: Binary; external_id: string | null }

/**
 * Gives a document another `_id`. `_id` cannot be changed in place and `external_id` is unique, so: write the copy
 * without its unique key but with a note of it, delete the original, give the copy its key. A crash between any
 * two steps is finished by `finishMoves`.
 * @throws {OmniError} UUID_COLLISION where another document has the new `_id` already.
 */
export async function moveDocument(
  db: Db,
  collection: string,
  document: Document,
  changed: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { external_id: externalId, ...rest } = document
  const parked = { from: document._id, external_id: externalId ?? null }
  let copy: Document = { ...rest, [parkedField]: parked }
  for (const [path, value] of changed) copy = withValueAt(copy, path, value)
  try {
    await db.collection(collection).insertOne(copy)
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error
    const found = await whatStands(db, collection, document, copy)
    if (found === 'finished') return
    // The key that is taken is another one: a unique index of somebody else's that no copy can pass.
    if (found === 'nothing') throw error
  }
  await finishMove(db, collection, copy)
}

/**
 * Tells what stands in a copy's place: another run's copy, parked or finished, or nothing any more.
 * @throws {OmniError} UUID_COLLISION where it is a document of its own.
 */
async function whatStands(
  db: Db,
  collection: string,
  original: Document,
  copy: Document,
): Promise<'parked' | 'finished' | 'nothing'> {
  const find = (_id: unknown): Promise<Document | null> =>
    db.collection(collection).findOne({ _id: _id as never }, { projection: { [parkedField]: 1 } })
  // In this order: a copy is finished after its original has gone, so one that is finished now has none.
  const twin = await find(copy._id)
  if (!twin) return 'nothing'
  if (parkedField in twin) return 'parked'
  if (!(await find(original._id))) return 'finished'
  const { sub_type: from } = original._id as Binary
  const { sub_type: to } = copy._id as Binary
  const what = `${collection} has two documents with the id ${binaryToUuid(copy._id)}, as BinData ${from} and ${to}`
  throw new OmniError('UUID_COLLISION', `${what}. Remove one, then start again`)
}

/** Finishes what an interrupted run left half-way. @returns how many documents that were. */
export async function finishMoves(db: Db, collection: string): Promise<number> {
  let finished = 0
  for await (const copy of db.collection(collection).find({ [parkedField]: { $exists: true } })) {
    await finishMove(db, collection, copy)
    finished++
  }
  return finished
}

async function finishMove(db: Db, collection: string, copy: Document): Promise<void> {
  const parked = copy[parkedField] as Parked
  await db.collection(collection).deleteOne({ _id: parked.from as never })
  await db.collection(collection).updateOne(
    { _id: copy._id },
    {
      ...(parked.external_id === null ? {} : { $set: { external_id: parked.external_id } }),
      $unset: { [parkedField]: '' },
    },
  )
}
