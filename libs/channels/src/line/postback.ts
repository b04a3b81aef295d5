import { asObject } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { malformed } from '../core/unsupported.ts'
import type { Content, ParsedUpdate } from '../core/update.ts'
import { buildMessage } from './build-message.ts'
import { eventId, type Frame } from './frame.ts'
import { eventData } from './rest.ts'
import { unknownParty } from './source.ts'

/**
 * `postback`: the press of a button, a date that was picked, a rich menu that was switched. The words on the button
 * are not told, so its data and what was picked stand for them.
 */
export function parsePostback(frame: Frame): ParsedUpdate {
  const postback = asObject(frame.event.postback)
  if (postback === undefined)
    return malformed({ path: frame.path, account: frame.account, name: frame.type }, 'no postback')
  const content: Content = { data: eventData(frame) }
  const text = lines(postback.data, ...Object.values(asObject(postback.params) ?? {}))
  if (text !== undefined) content.text = text
  return buildMessage(frame, {
    nativeId: eventId(frame),
    thread: frame.thread ?? { kind: 'direct', peer: unknownParty },
    sender: frame.sender,
    type: 'button',
    nativeType: frame.type,
    content,
  })
}
