import { asId, asList, asObject, asText } from '../core/access.ts'
import type { ChannelError } from '../core/update.ts'

/** Meta's error objects, which may sit in a value, a message, a status and a history chunk. */
export function parseErrors(value: unknown): ChannelError[] {
  const errors: ChannelError[] = []
  for (const raw of asList(value)) {
    const item = asObject(raw)
    if (item === undefined) continue
    const error: ChannelError = {}
    const code = asId(item.code)
    const title = asText(item.title)
    const message = asText(item.message)
    const details = asText(asObject(item.error_data)?.details) ?? asText(item.details)
    if (code !== undefined) error.code = code
    if (title !== undefined) error.title = title
    if (message !== undefined) error.message = message
    if (details !== undefined) error.details = details
    errors.push(error)
  }
  return errors
}
