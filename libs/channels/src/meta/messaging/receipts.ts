import { asId, asList, asObject, type Json } from '../../core/access.ts'
import { toMilliseconds } from '../../core/timestamp.ts'
import { malformed } from '../../core/unsupported.ts'
import type { ParsedUpdate, StatusUpdate } from '../../core/update.ts'
import type { EventParser } from './event.ts'
import { type Frame, openFrame } from './frame.ts'
import { globalId } from './scope.ts'

type ReceiptStatus = 'delivered' | 'read'

/** `delivery`: a status for each of `mids` (they may be missing), and the watermark at `<path>#watermark`. */
export const parseDelivery: EventParser = ({ item, node, path, scope }) =>
  receipts(openFrame(item, path, scope), asObject(node), 'delivered')

/** `read`: a watermark on Messenger, the mid of the message that was read on Instagram. */
export const parseRead: EventParser = ({ item, node, path, scope }) =>
  receipts(openFrame(item, path, scope), asObject(node), 'read')

function receipts(
  frame: Frame,
  node: Json | undefined,
  status: ReceiptStatus,
): ParsedUpdate | ParsedUpdate[] {
  const { path, scope } = frame
  const name = status === 'read' ? 'read' : 'delivery'
  const place = { path, account: scope.account, name }
  if (node === undefined) return malformed(place, 'not an object')
  // Receipts of ours say nothing of the messages that people read here.
  if (frame.direction === 'outbound') {
    return { kind: 'ignored', path, account: scope.account, reason: `${name} by the business` }
  }
  const updates: ParsedUpdate[] = []
  const mid = asId(node.mid)
  if (mid !== undefined) updates.push(statusOf(frame, path, mid, status))
  for (const [index, raw] of asList(node.mids).entries()) {
    const midPath = `${path}/${name}/mids/${index}`
    const one = asId(raw)
    updates.push(
      one === undefined
        ? malformed({ ...place, path: midPath }, 'a mid that is no id')
        : statusOf(frame, midPath, one, status),
    )
  }
  const upTo = toMilliseconds(node.watermark)
  if (upTo !== undefined)
    updates.push(watermark(frame, updates.length === 0 ? path : `${path}#watermark`, status, upTo))
  return updates.length === 0 ? malformed(place, 'neither mid nor watermark') : updates
}

function statusOf(frame: Frame, path: string, mid: string, status: ReceiptStatus): StatusUpdate {
  const update: StatusUpdate = {
    kind: 'status',
    path,
    account: frame.scope.account,
    target: globalId(frame.scope, mid),
    status,
  }
  if (frame.peerKnown) update.recipient = frame.peer
  if (frame.at !== undefined) update.at = frame.at
  return update
}

/** A watermark of nobody's thread would cover a thread of strangers, so it covers none. */
function watermark(frame: Frame, path: string, status: ReceiptStatus, upTo: number): ParsedUpdate {
  const { scope, peer, peerKnown, at } = frame
  if (!peerKnown) return malformed({ path, account: scope.account, name: 'watermark' }, 'nobody it is of')
  const time = at === undefined ? {} : { at }
  return {
    kind: 'watermark',
    path,
    account: scope.account,
    ...time,
    thread: { kind: 'direct', peer },
    status,
    upTo,
  }
}
