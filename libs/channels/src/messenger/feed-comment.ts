import { asId, asObject, asText, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType, MessageUpdate, ParsedUpdate, Party } from '../core/update.ts'
import { mediaRef } from '../meta/messaging/media.ts'
import { businessParty, unknownParty } from '../meta/messaging/person.ts'
import type { PublicField } from '../meta/messaging/profile.ts'
import { globalId, type MessagingScope } from '../meta/messaging/scope.ts'

/**
 * `feed`: comments are public messages in the thread of their post, `post/<id>`, apart from the direct messages of
 * who wrote them. Posts, likes, hidden comments and all else of a feed are left to the account.
 */
export const parseFeedComment: PublicField = (value, path, scope) => {
  const id = asId(value.comment_id)
  const postId = asId(value.post_id)
  if (value.item !== 'comment' || id === undefined || postId === undefined) return undefined
  const sides = commentSides(value, scope)
  if (value.verb === 'add') return comment(value, path, scope, sides, globalId(scope, id), postId)
  const target = globalId(scope, id)
  const at = toMilliseconds(scope.entryTime)
  const base = {
    path,
    account: scope.account,
    target,
    direction: sides.direction,
    actor: sides.sender,
    ...(at === undefined ? {} : { at }),
  }
  if (value.verb === 'remove') return { kind: 'delete', ...base, externalId: `${target}:deleted` }
  if (value.verb !== 'edited') return undefined
  const content = commentContent(value)
  return { kind: 'edit', ...base, externalId: `${target}:edit:${at ?? ''}`, type: typeOf(content), content }
}

type CommentSides = { direction: 'inbound' | 'outbound'; sender: Party }

/** The id in `from` is the person's on the page's posts; nothing says that it is their PSID. */
function commentSides(value: Json, scope: MessagingScope): CommentSides {
  const from = asObject(value.from)
  const id = asId(from?.id) ?? asId(value.sender_id)
  if (id !== undefined && id === scope.account) {
    return { direction: 'outbound', sender: businessParty(scope) }
  }
  const name = asText(from?.name) ?? asText(value.sender_name)
  const party = id === undefined ? unknownParty() : { identities: [{ kind: 'user_id' as const, value: id }] }
  return { direction: 'inbound', sender: name === undefined ? party : { ...party, name } }
}

function comment(
  value: Json,
  path: string,
  scope: MessagingScope,
  { direction, sender }: CommentSides,
  externalId: string,
  postId: string,
): ParsedUpdate {
  const content = commentContent(value)
  const update: MessageUpdate = {
    kind: 'message',
    path,
    account: scope.account,
    externalId,
    thread: { kind: 'group', id: `post/${postId}` },
    direction,
    source: direction === 'outbound' ? 'echo' : 'live',
    type: typeOf(content),
    nativeType: 'comment',
    sender,
    content,
  }
  const at = toMilliseconds(value.created_time) ?? toMilliseconds(scope.entryTime)
  if (at !== undefined) update.at = at
  const parent = asId(value.parent_id)
  if (parent !== undefined && parent !== postId) update.context = { externalId: globalId(scope, parent) }
  return update
}

function commentContent(value: Json): Content {
  const content: Content = {}
  const text = asText(value.message)
  const { photo, video } = value
  if (typeof photo === 'string') content.media = [mediaRef('image', photo)]
  else if (typeof video === 'string') content.media = [mediaRef('video', video)]
  if (text !== undefined) content[content.media === undefined ? 'body' : 'caption'] = text
  content.data = toData(value)
  return content
}

/** A comment of a sticker alone has neither text nor picture. */
function typeOf({ media, body }: Content): MessageType {
  return media?.[0]?.kind ?? (body === undefined ? 'unsupported' : 'text')
}
