import autocannon from 'autocannon'
import type { BenchRequest } from './payloads.ts'

export type Load = {
  url: string
  requests: readonly BenchRequest[]
  connections: number
  seconds: number
}

export type LoadResult = { rate: number; p50: number; p99: number; ok: number; other: number; errors: number }

/** Sends the requests in turn over keep-alive connections and measures the answers. Times are in ms. */
export async function load({ url, requests, connections, seconds }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections,
    duration: seconds,
    requests: requests.map(({ body, headers }) => ({ method: 'POST' as const, body, headers })),
  })
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    ok: result['2xx'],
    other: result.non2xx,
    errors: result.errors,
  }
}
