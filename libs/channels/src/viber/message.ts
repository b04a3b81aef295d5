import { asObject } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { malformed, nameCharsMax } from '../core/unsupported.ts'
import type { MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { messageContent } from './content.ts'
import { type Frame, globalId, tokenOf } from './frame.ts'
import { partyOf } from './people.ts'

/** `message`: what a person wrote to the bot. Viber has no groups for bots, and no echo of what the bot writes. */
export function parseMessage(frame: Frame): ParsedUpdate {
  const place = { path: '', account: frame.account, name: 'message' }
  const message = asObject(frame.event.message)
  const sender = partyOf(frame.event.sender)
  if (message === undefined) return malformed(place, 'no message')
  if (sender === undefined) return malformed(place, 'no sender')
  const { type, nativeType, content } = messageContent(message, frame)
  const update: MessageUpdate = {
    kind: 'message',
    path: '',
    account: frame.account,
    externalId: globalId(frame, tokenOf(frame)),
    thread: { kind: 'direct', peer: sender },
    direction: 'inbound',
    source: 'live',
    type,
    sender,
    content,
  }
  if (frame.at !== undefined) update.at = frame.at
  if (nativeType !== type) update.nativeType = cutText(nativeType, nameCharsMax)
  return update
}
