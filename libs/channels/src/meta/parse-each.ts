import { guardItem } from '../core/guard-item.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'

/**
 * Walks a list of the envelope, each part guarded from the others: what is no list is malformed, an empty one
 * ignored.
 */
export function parseEach(
  updates: ParsedUpdate[],
  list: unknown,
  path: string,
  account: string,
  name: string,
  parseOne: (updates: ParsedUpdate[], item: unknown, path: string) => void,
): void {
  if (!Array.isArray(list)) updates.push(malformed({ path, account, name }, 'not an array'))
  else if (list.length === 0) updates.push({ kind: 'ignored', path, account, reason: 'empty' })
  else {
    for (let index = 0; index < list.length; index += 1) {
      const itemPath = `${path}/${index}`
      guardItem(updates, { path: itemPath, account, name }, () => {
        parseOne(updates, list[index], itemPath)
        return []
      })
    }
  }
}
