/** Headers that belong to one connection, or that fetch sets itself. */
const ownOfConnection = new Set([
  ...['connection', 'content-length', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect'],
])

const timeoutMs = 30_000

/** Passes webhooks on, the bytes and the headers as they came. Out: the status of the answer, 502 where there was none. */
export function forwardTo(
  url: string,
  onError: (message: string) => void,
): (headers: Headers, body: Uint8Array<ArrayBuffer>) => Promise<number> {
  return async (headers, body) => {
    const passed = [...headers].filter(([name]) => !ownOfConnection.has(name))
    try {
      const response = await fetch(url, {
        ...{ method: 'POST', headers: passed, body, redirect: 'manual' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      return response.status
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      onError(`${url} did not answer: ${cause instanceof Error ? cause.message : String(cause)}`)
      return 502
    }
  }
}
