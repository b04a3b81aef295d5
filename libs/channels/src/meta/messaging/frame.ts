import type { Json } from '../../core/access.ts'
import { cutText } from '../../core/clean-text.ts'
import { toMilliseconds } from '../../core/timestamp.ts'
import { nameCharsMax } from '../../core/unsupported.ts'
import type { Content, MessageType, MessageUpdate, Source } from '../../core/update.ts'
import { globalId, type MessagingScope } from './scope.ts'
import { readSides, type Sides } from './sides.ts'

/** One event of an item before its kind is looked at. */
export type Frame = Sides & { item: Json; path: string; scope: MessagingScope; at?: number }

export type ParsedContent = { type: MessageType; nativeType?: string; content: Content }

/** Opens an event of the item that stands at this path. */
export function openFrame(item: Json, path: string, scope: MessagingScope, isEcho = false): Frame {
  const frame: Frame = { ...readSides(item, scope, isEcho), item, path, scope }
  const at = toMilliseconds(item.timestamp)
  if (at !== undefined) frame.at = at
  return frame
}

/**
 * When it happened; where the item has no time of its own (edits, reactions), when Meta sent the entry. For what
 * must be put in order: a message without a time has none.
 */
export function timeOf({ at, scope }: Frame): number | undefined {
  return at ?? toMilliseconds(scope.entryTime)
}

/** The message of a frame under its native id. */
export function buildMessage(
  frame: Frame,
  nativeId: string,
  { type, nativeType, content }: ParsedContent,
  source: Source = 'live',
): MessageUpdate {
  const message: MessageUpdate = {
    kind: 'message',
    path: frame.path,
    account: frame.scope.account,
    externalId: globalId(frame.scope, nativeId),
    thread: { kind: 'direct', peer: frame.peer },
    direction: frame.direction,
    source,
    type,
    sender: frame.actor,
    content,
  }
  if (frame.at !== undefined) message.at = frame.at
  if (nativeType !== undefined && nativeType !== type) message.nativeType = cutText(nativeType, nameCharsMax)
  return message
}
