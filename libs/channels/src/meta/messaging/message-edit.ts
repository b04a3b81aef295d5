import { asId, asNumber, asObject, asText } from '../../core/access.ts'
import { malformed } from '../../core/unsupported.ts'
import type { EditUpdate } from '../../core/update.ts'
import type { EventParser } from './event.ts'
import { openFrame, timeOf } from './frame.ts'
import { globalId } from './scope.ts'

/**
 * `message_edit`: the new text of a message. Instagram sends one with `num_edit` 0 for new messages, without sender
 * and recipient (chatwoot#15494): nothing was edited then. An edit without its text shows nothing new either.
 */
export const parseMessageEdit: EventParser = ({ item, node, path, scope }) => {
  const edit = asObject(node)
  const mid = asId(edit?.mid)
  if (edit === undefined || mid === undefined) {
    return malformed({ path, account: scope.account, name: 'message_edit' }, 'no mid')
  }
  const frame = openFrame(item, path, scope)
  const at = timeOf(frame)
  const count = asNumber(edit.num_edit)
  const text = asText(edit.text)
  if (count === 0 || (text === undefined && edit.text !== '')) {
    const reason = count === 0 ? 'edit that changes nothing' : 'edit without its text'
    return { kind: 'ignored', path, account: scope.account, reason, ...(at === undefined ? {} : { at }) }
  }
  const target = globalId(scope, mid)
  const update: EditUpdate = {
    kind: 'edit',
    path,
    account: scope.account,
    target,
    externalId: `${target}:edit:${count ?? at ?? ''}`,
    direction: frame.direction,
    actor: frame.actor,
    type: 'text',
    content: text === undefined ? {} : { body: text },
  }
  if (at !== undefined) update.at = at
  return update
}
