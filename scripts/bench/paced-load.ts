import { Agent, request } from 'node:http'
import type { LoadResult } from './load.ts'
import type { BenchRequest } from './payloads.ts'

export type PacedLoad = {
  url: string
  requests: readonly BenchRequest[]
  connections: number
  seconds: number
  /** Requests a second, evenly spread. */
  rate: number
}

const tickMs = 2

/**
 * Sends at a steady rate, whatever the answers do, and times each request from the moment it was due: a server that
 * falls behind cannot slow its own test down. (autocannon's rate comes in one burst a second.) Times are in ms.
 */
export async function pacedLoad({
  url,
  requests,
  connections,
  seconds,
  rate,
}: PacedLoad): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const flights: Promise<void>[] = []
  let other = 0
  let errors = 0
  const send = async (dueAt: number, { body, headers }: BenchRequest): Promise<void> => {
    const status = await post(url, agent, body, headers)
    if (status === undefined) errors++
    else if (status !== 200) other++
    times.push(performance.now() - dueAt)
  }
  const begin = performance.now()
  const total = Math.round(rate * seconds)
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) / 1_000) * rate))
    for (; sent < due; sent++) {
      const next = requests[sent % requests.length]
      if (next) flights.push(send(begin + (sent / rate) * 1_000, next))
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs))
  }
  await Promise.all(flights)
  const elapsed = (performance.now() - begin) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (q: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN)
  return {
    rate: (times.length - other - errors) / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    ok: times.length - other - errors,
    other,
    errors,
  }
}

const post = (
  url: string,
  agent: Agent,
  body: string,
  headers: Record<string, string>,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const out = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    out.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
    })
    out.on('error', () => resolve(undefined))
    out.end(body)
  })
