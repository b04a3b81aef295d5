import { randomUUID } from 'node:crypto'
import { uuidv7Bytes } from '@omnistream/common'

export type IdPrefix = 'ep' | 'msg' | 'dlv' | 'att'

const perMs = 4_096

/**
 * Makes ids that sort by time, even those of one process within a millisecond: a UUIDv7 whose 12 bits after the time
 * count (RFC 9562, 6.2, method 1). `at` is the time in the id, ms, never earlier than that of the one before.
 */
export function createSortableIds(now: () => number = Date.now): (prefix: IdPrefix) => {
  id: string
  at: number
} {
  let last = 0
  let count = 0
  return (prefix) => {
    const at = Math.max(now(), last)
    count = at === last ? count + 1 : 0
    last = count < perMs ? at : at + 1
    if (count >= perMs) count = 0
    const bytes = uuidv7Bytes(last)
    bytes.writeUInt16BE(0x7000 | count, 6)
    return { id: `${prefix}_${bytes.toString('hex')}`, at: last }
  }
}

/** An id that says nothing of its time. */
export const randomId = (prefix: IdPrefix): string => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** What sorts before every sortable id of that time and later. */
export const idFloor = (prefix: IdPrefix, at: Date): string =>
  `${prefix}_${Math.max(0, at.getTime()).toString(16).padStart(12, '0')}`
