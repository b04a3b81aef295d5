import { decode } from '../bson/decode.ts'
import { encode } from '../bson/encode.ts'
import type { Handler } from '../handler.ts'
import { sessionKey } from '../session.ts'
import { deleteCursors } from './kill-cursors.ts'

/** The client is done with these sessions: their cursors go. */
export const endSessions: Handler = async function endSessions(command, context) {
  const sessions: unknown = decode(command.body).endSessions
  const keys = Array.isArray(sessions) ? sessions.map((lsid) => sessionKey(encode(lsid))) : []
  const ids = keys.flatMap((key) => (key === undefined ? [] : context.cursors.takeSession(key)))
  await deleteCursors(ids, context)
  return encode({ ok: 1 })
}
