import { documentValue } from './bson/element-values.ts'
import { readElements } from './bson/read-elements.ts'
import type { Command } from './command.ts'

/** The client session a command belongs to, as text that can be compared; undefined when it has none. */
export function sessionOf(command: Command): string | undefined {
  const lsid = documentValue(command.body, command.elements.get('lsid'))
  return lsid && sessionKey(lsid)
}

/** @param lsid the document `{ id: UUID }` of a session */
export function sessionKey(lsid: Buffer): string | undefined {
  const id = readElements(lsid).get('id')
  return id && lsid.toString('hex', id.start, id.end)
}
