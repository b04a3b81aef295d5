import { asId, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { toMilliseconds } from '../core/timestamp.ts'

/** One event before its kind is looked at. */
export type Frame = {
  event: Json
  /** Viber's word for it. */
  word: string
  /** From the callback's path; '' where that has none. */
  account: string
  at?: number
  /** A number of 64 bits, by its digits. */
  token?: string
}

/** Opens the event of a payload. */
export function openFrame(event: Json, word: string, account: string): Frame {
  const frame: Frame = { event, word, account }
  const at = toMilliseconds(event.timestamp)
  const token = asId(event.message_token)
  if (at !== undefined) frame.at = at
  if (token !== undefined) frame.token = token
  return frame
}

/** The global form of a native id. */
export function globalId(frame: Frame, nativeId: string): string {
  return `viber:${frame.account}:${nativeId}`
}

/** The token of an event, or what stands for it: the same for each retry. */
export function tokenOf({ event, token }: Frame): string {
  return token ?? contentHash(event)
}

/** The id of an event that is no message: other events may have the same token. */
export function eventId(frame: Frame): string {
  return `${frame.word}/${tokenOf(frame)}`
}
