import { asId, asObject, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { contentHash } from '../core/content-hash.ts'
import { malformed, nameCharsMax } from '../core/unsupported.ts'
import type { EditUpdate, MessageContext, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { isForward } from './attachments.ts'
import { parseChange, parseDeletion } from './change.ts'
import { parseContent } from './content.ts'
import { calledOf, isOurs, personOf, senderOf } from './people.ts'
import { channelOf, globalId, messageId, type Scope, timeOf } from './scope.ts'
import { threadOf } from './thread.ts'

/**
 * A `message`, or the `app_mention` that tells of the same one under the same `ts`. One that was edited before it was
 * told of (an edit that mentions the app) adds the edit at `#edit`.
 */
export function parseMessage(item: Json, scope: Scope): ParsedUpdate | ParsedUpdate[] {
  const channel = channelOf(item)
  if (channel === undefined) return malformed(scope, 'no channel')
  switch (item.subtype) {
    case 'message_changed':
      return parseChange(item, channel, scope)
    case 'message_deleted':
      return parseDeletion(item, channel, scope)
    case 'message_replied':
      return counted(scope)
  }
  // Slack has sent `message_replied` without its subtype: a message around a message.
  if (item.subtype === undefined && item.user === undefined && asObject(item.message) !== undefined)
    return counted(scope)
  const message = messageOf(item, channel, scope)
  const edit = editOf(item, message)
  return edit === undefined ? message : [message, edit]
}

function messageOf(item: Json, channel: string, scope: Scope): MessageUpdate {
  const ours = isOurs(item, scope)
  const sender = senderOf(item, scope)
  const { type, nativeType, content } = parseContent(item, calledOf(sender))
  const ts = asId(item.ts)
  const message: MessageUpdate = {
    kind: 'message',
    path: scope.path,
    account: scope.account,
    externalId:
      ts === undefined ? globalId(scope, `${channel}:${contentHash(item)}`) : messageId(scope, channel, ts),
    thread: threadOf(channel, personOf(item, scope), scope),
    direction: ours ? 'outbound' : 'inbound',
    source: ours ? 'echo' : 'live',
    type,
    sender,
    content,
  }
  const at = timeOf(scope, item.ts, item.event_ts)
  const context = contextOf(item, channel, scope)
  if (at !== undefined) message.at = at
  if (nativeType !== undefined) message.nativeType = cutText(nativeType, nameCharsMax)
  if (context !== undefined) message.context = context
  return message
}

/** A reply names the first message of its thread, and stays in the channel's conversation. */
function contextOf(item: Json, channel: string, scope: Scope): MessageContext | undefined {
  const root = asId(item.thread_ts)
  const context: MessageContext = {}
  if (root !== undefined && root !== asId(item.ts)) context.externalId = messageId(scope, channel, root)
  if (isForward(item.attachments)) context.forwarded = true
  return Object.keys(context).length === 0 ? undefined : context
}

function editOf(item: Json, message: MessageUpdate): EditUpdate | undefined {
  const edited = asObject(item.edited)
  const ts = asId(edited?.ts)
  if (ts === undefined) return undefined
  const { account, externalId: target, direction, type, content, sender, path } = message
  const at = timeOf({ eventTime: undefined }, ts)
  return {
    ...{ kind: 'edit', path: `${path}#edit`, account, target, externalId: `${target}@${ts}` },
    ...{ direction, actor: sender, type, content },
    ...(at === undefined ? {} : { at }),
  }
}

function counted({ path, account }: Scope): ParsedUpdate {
  return { kind: 'ignored', path, account, reason: 'replies were counted' }
}
