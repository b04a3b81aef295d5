import type { Db } from 'mongodb'
import { detectUuidSubtypes } from './detect-uuids.ts'
import type { UuidSubtype } from './uuid.ts'
import { createUuidCodec, type UuidCodec } from './uuid-codec.ts'

export type LearnedUuids = {
  uuids: UuidCodec
  /**
   * Looks which forms the database holds; from then on `uuids.match` finds all of them where there is more than the
   * one that is written. Out: whether that is so. @throws where MongoDB is away; the last answer stays.
   */
  learn(): Promise<boolean>
}

/** A codec for a database whose history is not known: an older release, or a setting, may have written another form. */
export function learnedUuids(db: Db, subtype: UuidSubtype): LearnedUuids {
  let mixed = false
  return {
    uuids: createUuidCodec({ subtype, mixed: () => mixed }),
    async learn() {
      const census = await detectUuidSubtypes(db)
      mixed = census.some(({ subtypes }) => subtypes.some((found) => found !== subtype))
      return mixed
    },
  }
}
