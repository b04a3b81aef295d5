import { asId, asObject, asText, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate, StatusUpdate } from '../core/update.ts'
import { isCallStatus, parseCallStatus } from './call.ts'
import { partyOf } from './contact-book.ts'
import { deliveryStatus } from './delivery-status.ts'
import { parseErrors } from './errors.ts'
import { isNobody, type PersonIds, readPersonIds } from './identities.ts'
import { globalId, type Scope } from './scope.ts'

/** Status fields that are kept as they came. */
const dataKeys = ['conversation', 'pricing', 'biz_opaque_callback_data', 'type', 'recipient_type'] as const

/**
 * One item of `statuses[]`. A word that is no delivery status becomes `unsupported` under that word; the status of
 * a call is a call message.
 */
export function parseStatus(raw: unknown, path: string, scope: Scope): ParsedUpdate {
  const item = asObject(raw)
  const id = asId(item?.id)
  if (item === undefined || id === undefined) {
    const place = { path, account: scope.account, name: 'status' }
    return malformed(place, item === undefined ? 'not an object' : 'no id')
  }
  if (isCallStatus(item)) return parseCallStatus(item, path, scope)
  const status = deliveryStatus(item.status)
  if (status === undefined) {
    const name = asText(item.status) ?? 'status'
    return unsupported({ path, account: scope.account, name }, 'event', 'unknown status')
  }
  const update: StatusUpdate = {
    kind: 'status',
    path,
    account: scope.account,
    target: globalId(scope, id),
    status,
  }
  const at = toMilliseconds(item.timestamp)
  if (at !== undefined) update.at = at
  if (item.status !== status) update.nativeStatus = String(asText(item.status))
  addRecipient(update, item, scope)
  const errors = parseErrors(item.errors)
  if (errors.length > 0) update.errors = errors
  return update
}

/**
 * Group sends have a status for each participant, under one message id. A parent id has two spellings in the
 * wild.
 */
function addRecipient(update: StatusUpdate, item: Json, scope: Scope): void {
  const parent = item.recipient_parent_user_id ?? item.parent_recipient_user_id
  const participant = participantIds(item)
  const toGroup = item.recipient_type === 'group' || !isNobody(participant)
  const ids = toGroup ? participant : readPersonIds(item.recipient_user_id, item.recipient_id, parent)
  if (!isNobody(ids)) update.recipient = partyOf(scope.book, ids)
  const key = toGroup ? (ids.bsuid ?? ids.waId) : undefined
  if (key !== undefined) update.participant = key
  const data: Record<string, unknown> = {}
  for (const name of dataKeys) if (item[name] !== undefined) data[name] = item[name]
  if (toGroup) data.group_id = item.recipient_id
  if (Object.keys(data).length > 0) update.data = toData(data)
}

function participantIds(item: Json): PersonIds {
  return readPersonIds(
    item.recipient_participant_user_id,
    item.recipient_participant_id,
    item.recipient_participant_parent_user_id,
  )
}
