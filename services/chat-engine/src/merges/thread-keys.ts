import { storableKey } from '@omnistream/postgres'

/** The key of a direct thread, `<kind>:<value>`, as PostgreSQL can hold it as an identity. */
export function storedKey(threadKey: string): string {
  const colon = threadKey.indexOf(':')
  if (colon < 0) return storableKey(threadKey)
  return `${storableKey(threadKey.slice(0, colon))}:${storableKey(threadKey.slice(colon + 1))}`
}
