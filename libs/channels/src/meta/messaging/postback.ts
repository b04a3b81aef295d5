import { asId, asObject } from '../../core/access.ts'
import { contentHash } from '../../core/content-hash.ts'
import { toData } from '../../core/to-data.ts'
import { malformed } from '../../core/unsupported.ts'
import type { Content } from '../../core/update.ts'
import type { EventParser } from './event.ts'
import { buildMessage, openFrame } from './frame.ts'
import { addReferral } from './message.ts'
import { textLines } from './text-lines.ts'

/**
 * `postback`: a button of ours, Get Started, an ice breaker or the menu was tapped. Old ones have no mid; in standby
 * they have no payload.
 */
export const parsePostback: EventParser = ({ item, node, path, scope, beside }) => {
  const postback = asObject(node)
  if (postback === undefined) {
    return malformed({ path, account: scope.account, name: 'postback' }, 'not an object')
  }
  const { mid: _mid, referral, ...rest } = postback
  const content: Content = {}
  const text = textLines(postback.title) ?? textLines(postback.payload)
  if (text !== undefined) content.text = text
  const data = { ...rest, ...beside }
  if (Object.keys(data).length > 0) content.data = toData(data)
  const nativeId = asId(postback.mid) ?? contentHash(scope.account, item)
  const update = buildMessage(openFrame(item, path, scope), nativeId, {
    type: 'button',
    nativeType: 'postback',
    content,
  })
  addReferral(update, referral ?? item.referral)
  return update
}
