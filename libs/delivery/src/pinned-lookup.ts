import type { LookupFunction } from 'node:net'
import type { Guard } from './guard/create-guard.ts'

/**
 * The `lookup` of a socket: resolves the name once, at the moment of connecting, and gives only addresses that the
 * guard permits. The socket connects to these and asks nobody again, so a name that answers differently the second time
 * (DNS rebinding, lessons #39) gains nothing.
 */
export function createPinnedLookup(guard: Guard): LookupFunction {
  return function pinnedLookup(hostname, options, callback) {
    guard.resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family ?? 0)
      },
      (error: unknown) => callback(asError(error), '', 0),
    )
  }
}

const asError = (error: unknown): NodeJS.ErrnoException =>
  error instanceof Error ? error : new Error('the resolver failed', { cause: error })
