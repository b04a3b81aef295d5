import { asId, asObject, type Json } from '../../core/access.ts'
import { contentHash } from '../../core/content-hash.ts'
import { toData } from '../../core/to-data.ts'
import { malformed } from '../../core/unsupported.ts'
import type { ParsedUpdate } from '../../core/update.ts'
import { buildMessage, openFrame } from './frame.ts'
import type { MessagingScope } from './scope.ts'

/**
 * One item of `calls[]`: each step of a call is a message of its own, since all share the call's id. Renewed session
 * descriptions (`media_update`) concern no reader.
 */
export function parseCall(raw: unknown, path: string, scope: MessagingScope): ParsedUpdate {
  const call = asObject(raw)
  const step = asId(call?.call_status) ?? asId(call?.event)
  if (call === undefined || step === undefined) {
    const place = { path, account: scope.account, name: 'call' }
    return malformed(place, call === undefined ? 'not an object' : 'no event')
  }
  if (step === 'media_update')
    return { kind: 'ignored', path, account: scope.account, reason: 'media_update' }
  const frame = openFrame(sidesOf(call, scope), path, scope)
  const id = asId(call.id) ?? contentHash(scope.account, call)
  const content = { text: `call ${step}`, data: toData(call) }
  return buildMessage(frame, `${id}:${step}`, { type: 'call', content })
}

/** A call in the words of an item. Its status names the one who is called alone. */
function sidesOf(call: Json, scope: MessagingScope): Json {
  const { timestamp, from, to, recipient_id: recipient } = call
  const us = { id: scope.account }
  if (recipient !== undefined) return { timestamp, sender: us, recipient: { id: recipient } }
  return { timestamp, sender: { id: from }, recipient: { id: to } }
}
