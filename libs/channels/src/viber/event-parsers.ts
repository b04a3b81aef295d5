import type { ParsedUpdate } from '../core/update.ts'
import { parseAccountEvent } from './account-event.ts'
import type { Frame } from './frame.ts'
import { parseMessage } from './message.ts'
import { parseStatus } from './status.ts'
import { parseSystem } from './system.ts'

type EventParser = (frame: Frame) => ParsedUpdate

/** The events of Viber by their word. */
export const eventParsers: ReadonlyMap<string, EventParser> = new Map<string, EventParser>([
  ['message', parseMessage],
  ['delivered', parseStatus],
  ['seen', parseStatus],
  ['failed', parseStatus],
  ['subscribed', parseSystem],
  ['unsubscribed', parseSystem],
  ['conversation_started', parseSystem],
  ['client_status', parseSystem],
  ['action', parseSystem],
  ['webhook', parseAccountEvent],
])
