import { asId, asList, asObject, type Json } from '../core/access.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { accountUpdate } from './account.ts'
import { type PersonIds, readPersonIds } from './identities.ts'
import { parseMessage } from './message.ts'
import type { Scope } from './scope.ts'

/**
 * One item of `history[]`: a chunk of old chats, each message as one update, or the errors of a sync the user
 * declined. A chunk without messages only tells the progress.
 */
export function parseHistory(raw: unknown, path: string, scope: Scope): ParsedUpdate[] {
  const chunk = asObject(raw)
  if (chunk === undefined)
    return [malformed({ path, account: scope.account, name: 'history' }, 'not an object')]
  const updates: ParsedUpdate[] = []
  for (const [index, error] of asList(chunk.errors).entries()) {
    updates.push(accountUpdate(scope, `${path}/errors/${index}`, 'history_errors', error))
  }
  for (const [index, thread] of asList(chunk.threads).entries()) {
    parseThread(updates, thread, `${path}/threads/${index}`, scope)
  }
  if (updates.length > 0) return updates
  return [accountUpdate(scope, path, 'history_progress', chunk.metadata ?? {})]
}

function parseThread(updates: ParsedUpdate[], raw: unknown, path: string, scope: Scope): void {
  const thread = asObject(raw)
  if (thread === undefined || !Array.isArray(thread.messages)) {
    updates.push(malformed({ path, account: scope.account, name: 'thread' }, 'no messages'))
    return
  }
  const origin = { source: 'history', peer: peerOf(thread) } as const
  for (const [index, item] of thread.messages.entries()) {
    const itemPath = `${path}/messages/${index}`
    guardItem(updates, { path: itemPath, account: scope.account, name: 'message' }, () =>
      parseMessage(item, itemPath, scope, origin),
    )
  }
}

/** A thread is named by the other side's phone, or its BSUID where no phone is known. */
function peerOf(thread: Json): PersonIds {
  const context = asObject(thread.context)
  const phone = asId(context?.wa_id) ?? thread.id
  return readPersonIds(context?.user_id, phone, context?.parent_user_id, context?.username)
}
