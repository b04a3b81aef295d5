import { asId, asObject, asText } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageUpdate } from '../core/update.ts'
import { businessParty, readPerson, unknownParty } from '../meta/messaging/person.ts'
import type { PublicField } from '../meta/messaging/profile.ts'
import { globalId } from '../meta/messaging/scope.ts'

/**
 * `comments` and `live_comments`: a public message in the thread of its post, `media/<id>`, apart from the direct
 * messages of who wrote it. Comments of pictures alone have no text. The only time is the entry's.
 */
export const parseComment: PublicField = (value, path, scope) => {
  const id = asId(value.id) ?? asId(value.comment_id)
  const mediaId = asId(asObject(value.media)?.id)
  if (id === undefined || mediaId === undefined) return undefined
  const from = asObject(value.from)
  const isOurs = from !== undefined && asId(from.id) === scope.account
  const content: Content = { data: toData(value) }
  const text = asText(value.text)
  if (text !== undefined) content.body = text
  const update: MessageUpdate = {
    kind: 'message',
    path,
    account: scope.account,
    externalId: globalId(scope, id),
    thread: { kind: 'group', id: `media/${mediaId}` },
    direction: isOurs ? 'outbound' : 'inbound',
    source: isOurs ? 'echo' : 'live',
    type: text === undefined ? 'unsupported' : 'text',
    nativeType: 'comment',
    sender: isOurs ? businessParty(scope) : (readPerson(from, scope) ?? unknownParty()),
    content,
  }
  const at = toMilliseconds(scope.entryTime)
  if (at !== undefined) update.at = at
  const parent = asId(value.parent_id)
  if (parent !== undefined) update.context = { externalId: globalId(scope, parent) }
  return update
}
