import { isDeepStrictEqual } from 'node:util'
import { asId, asList, asObject, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { DeleteUpdate, ParsedUpdate } from '../core/update.ts'
import { ownAttachments } from './attachments.ts'
import { parseContent } from './content.ts'
import { calledOf, isOurs, partyOf, senderOf, unknownParty } from './people.ts'
import { eventKey, messageId, type Scope, timeOf } from './scope.ts'

/**
 * A message as it is now. Slack also tells of what nobody wrote: link previews, counters of replies, marks. A deleted
 * message that has replies stays as a tombstone, which is a deletion.
 */
export function parseChange(item: Json, channel: string, scope: Scope): ParsedUpdate {
  const message = asObject(item.message)
  const before = asObject(item.previous_message)
  const ts = asId(message?.ts)
  if (message === undefined || ts === undefined) return malformed(scope, 'no changed message')
  const target = messageId(scope, channel, ts)
  if (message.subtype === 'tombstone') return deletionOf(target, before, item, scope)
  if (before !== undefined && !isVisible(before, message))
    return { kind: 'ignored', path: scope.path, account: scope.account, reason: 'nothing visible changed' }
  const edited = editTime(message)
  const key = edited !== undefined && edited !== editTime(before) ? edited : changeKey(item, scope)
  const { type, content } = parseContent(message, calledOf(senderOf(message, scope)))
  const at = timeOf(scope, key, item.event_ts, item.ts)
  return {
    kind: 'edit',
    path: scope.path,
    account: scope.account,
    target,
    externalId: `${target}@${key}`,
    direction: isOurs(message, scope) ? 'outbound' : 'inbound',
    actor: partyOf(asObject(message.edited)?.user) ?? senderOf(message, scope),
    type,
    content,
    ...(at === undefined ? {} : { at }),
  }
}

/** A message that is gone; the event does not say who took it away, so its writer stands for them. */
export function parseDeletion(item: Json, channel: string, scope: Scope): ParsedUpdate {
  const before = asObject(item.previous_message)
  const ts = asId(item.deleted_ts) ?? asId(before?.ts)
  if (ts === undefined) return malformed(scope, 'no deleted message')
  return deletionOf(messageId(scope, channel, ts), before, item, scope)
}

function deletionOf(target: string, before: Json | undefined, item: Json, scope: Scope): DeleteUpdate {
  const at = timeOf(scope, item.event_ts, item.ts)
  return {
    kind: 'delete',
    path: scope.path,
    account: scope.account,
    target,
    externalId: `${target}/deleted`,
    direction: before !== undefined && isOurs(before, scope) ? 'outbound' : 'inbound',
    actor: before === undefined ? unknownParty : senderOf(before, scope),
    ...(at === undefined ? {} : { at }),
  }
}

function isVisible(before: Json, after: Json): boolean {
  return (
    (before.text ?? '') !== (after.text ?? '') ||
    editTime(before) !== editTime(after) ||
    asObject(before.room)?.has_ended !== asObject(after.room)?.has_ended ||
    !isDeepStrictEqual(shownFiles(before), shownFiles(after)) ||
    !isDeepStrictEqual(shownBlocks(before.blocks), shownBlocks(after.blocks)) ||
    !isDeepStrictEqual(shownAttachments(before), shownAttachments(after))
  )
}

function editTime(message: Json | undefined): string | undefined {
  return asId(asObject(message?.edited)?.ts)
}

function changeKey(item: Json, scope: Scope): string {
  return asId(item.ts) ?? eventKey(item, scope)
}

/** A file may be renamed, or deleted and leave its tombstone; its thumbnails come when they are made. */
function shownFiles(message: Json): unknown[] {
  return asList(message.files).map((raw) => {
    const file = asObject(raw)
    return [file?.id, file?.mode === 'tombstone', file?.title]
  })
}

/** Slack gives blocks and attachments ids of its own, which may differ from one telling to the next. */
function shownBlocks(blocks: unknown): unknown[] {
  return asList(blocks).map((raw) => without(raw, 'block_id'))
}

function shownAttachments(message: Json): unknown[] {
  return ownAttachments(message.attachments).map((raw) => {
    const attachment = without(raw, 'id')
    const { blocks } = asObject(attachment) ?? {}
    return blocks === undefined ? attachment : { ...asObject(attachment), blocks: shownBlocks(blocks) }
  })
}

function without(raw: unknown, key: string): unknown {
  const object = asObject(raw)
  if (object === undefined) return raw
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
}
