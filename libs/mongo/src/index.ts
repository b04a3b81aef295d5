export { createMongo, databaseFrom, type Mongo, type MongoOptions } from './client.ts'
export { type Collections, collections } from './collections.ts'
export { type ConversionOptions, type ConversionProgress, convertUuids } from './convert-uuids.ts'
export { detectUuidSubtypes, isMixed, type UuidCensus } from './detect-uuids.ts'
export type * from './documents.ts'
export { type IndexSpec, indexSpecs, type Retention } from './indexes.ts'
export { type LearnedUuids, learnedUuids } from './learned-uuids.ts'
export * from './search/index.ts'
export { type IndexAction, setupIndexes } from './setup-indexes.ts'
export {
  binaryToUuid,
  isUuid,
  type LegacyByteOrder,
  UuidFormatError,
  type UuidSubtype,
  uuidToBinary,
} from './uuid.ts'
export { createUuidCodec, standardUuids, type UuidCodec, type UuidFilter } from './uuid-codec.ts'
