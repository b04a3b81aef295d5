import type { Readable } from 'node:stream'
import { OmniError } from '@omnistream/common/errors'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where media are kept. Keys are made by us: words of lowercase letters, digits, `-`, `_` and `.`, joined by `/`. All
 * functions throw where the storage is away.
 */
export type MediaStore = {
  /**
   * Stores a copy of a local file, whole or not at all; an object of that key is replaced. A file and not a stream: its
   * size and hash are known before the storage sees the first byte, and what breaks off half-way never reaches it.
   */
  put(key: string, file: string, mimeType: string): Promise<void>
  /** Out: the bytes, or the asked part of them; undefined where there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Idempotent. */
  delete(key: string): Promise<void>
  /** Throws where the storage cannot be used; changes nothing. */
  check(): Promise<void>
  close(): void
}

const keyPattern = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/

/** A key that cannot lead out of the storage. @throws {OmniError} MEDIA_KEY_INVALID */
export function requireKey(key: string): string {
  if (key.length <= 512 && keyPattern.test(key)) return key
  throw new OmniError('MEDIA_KEY_INVALID', 'this is no key of the media storage')
}
