import { toData } from '../core/to-data.ts'
import type { AccountUpdate } from '../core/update.ts'
import { eventId, type Frame } from './frame.ts'

/** What concerns the bot and no conversation, such as `webhook`: the callback was set, and this is the check of it. */
export function parseAccountEvent(frame: Frame): AccountUpdate {
  const update: AccountUpdate = {
    kind: 'account',
    path: '',
    account: frame.account,
    event: frame.word,
    key: eventId(frame),
    data: toData(frame.event),
  }
  if (frame.at !== undefined) update.at = frame.at
  return update
}
