import type { ParsedUpdate } from '../core/update.ts'
import { parseAccountEvent } from './account-event.ts'
import { parseDeletion } from './deletion.ts'
import { parseEdit } from './edit.ts'
import type { Frame } from './frame.ts'
import { parseMessage } from './message.ts'
import { parsePostback } from './postback.ts'
import { parseSystem } from './system.ts'
import { systemTexts } from './system-text.ts'

type EventParser = (frame: Frame) => ParsedUpdate

/** The events of LINE by their type word. */
export const eventParsers: ReadonlyMap<string, EventParser> = new Map<string, EventParser>([
  ['message', parseMessage],
  ['messageEdited', parseEdit],
  ['unsend', parseDeletion],
  ['postback', parsePostback],
  ...[...systemTexts.keys()].map((type): [string, EventParser] => [type, parseSystem]),
  ['module', parseAccountEvent],
  ['botSuspended', parseAccountEvent],
  ['botResumed', parseAccountEvent],
])
