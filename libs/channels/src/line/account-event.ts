import type { AccountUpdate } from '../core/update.ts'
import { eventId, type Frame } from './frame.ts'
import { eventData } from './rest.ts'

/** What concerns the account and no conversation: a module attached or detached, the account suspended or back. */
export function parseAccountEvent(frame: Frame): AccountUpdate {
  const update: AccountUpdate = {
    kind: 'account',
    path: frame.path,
    account: frame.account,
    event: frame.type,
    key: eventId(frame),
    data: eventData(frame),
  }
  if (frame.at !== undefined) update.at = frame.at
  return update
}
