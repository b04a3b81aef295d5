import { BSON, type Document } from 'mongodb'

/** What MongoDB takes as one document, less what a write of it needs around it. */
export const documentBytesMax = 16 * 1024 * 1024 - 64 * 1024

/**
 * Whether a document can be stored. The driver refuses one that cannot before it sends anything, and the rest of its
 * bulk write with it; and a payload may well become larger than it came: a list of small numbers sevenfold.
 */
export const isStorable = (document: Document): boolean =>
  BSON.calculateObjectSize(document) <= documentBytesMax
