import { cpus } from 'node:os'
import { sleep } from '@omnistream/common'
import { freePort } from '../../tests/support/free-port.ts'
import { createTenancy, type Tenancy } from '../../tests/support/tenancy.ts'
import { type LoadResult, load } from './load.ts'
import { pacedLoad } from './paced-load.ts'
import { benchParse } from './parse.ts'
import { type BenchRequest, benchRequests } from './payloads.ts'
import { startBenchServer } from './server.ts'

/** As many as a provider opens under load; group commit lives on requests that arrive together. */
const connections = 128
const path = '/webhooks/whatsapp'
const warmUpSeconds = 3
const endToEndCount = 4_000

/**
 * The edge against its limit (a handler that only checks the HMAC) and against what one writes first (insert,
 * publish, answer, one by one), all in one run on one machine, since only the ratios travel.
 */
export async function benchIngest({ seconds }: { seconds: number }): Promise<void> {
  const tenancy = await createTenancy()
  try {
    const requests = benchRequests(2_000, tenancy.appSecret, 1)
    const bare = await underLoad(tenancy, 'scripts/bench/bare-server.ts', requests, seconds)
    const naive = await underLoad(tenancy, 'scripts/bench/naive-server.ts', requests, seconds)
    const { durable, half } = await realEdge(tenancy, requests, seconds)
    const searchable = await toSearchable(tenancy)
    print({ bare, naive, durable, half }, searchable, requests)
  } finally {
    await tenancy.drop()
  }
}

async function underLoad(
  tenancy: Tenancy,
  script: string,
  requests: BenchRequest[],
  seconds: number,
): Promise<LoadResult> {
  const port = await freePort()
  const env = { ...tenancy.env, BENCH_PORT: String(port), BENCH_SECRET: tenancy.appSecret }
  const server = await startBenchServer(script, port, env)
  const url = `${server.url}${path}`
  await load({ url, requests, connections, seconds: warmUpSeconds })
  const result = await load({ url, requests, connections, seconds })
  await server.stop()
  return result
}

const startEdge = async (tenancy: Tenancy): ReturnType<typeof startBenchServer> => {
  const port = await freePort()
  const script = 'services/webhook-ingestor/src/main.ts'
  return await startBenchServer(script, port, { ...tenancy.env, INGESTOR_PORT: String(port) }, '/readyz')
}

async function realEdge(
  tenancy: Tenancy,
  requests: BenchRequest[],
  seconds: number,
): Promise<{ durable: LoadResult; half: LoadResult }> {
  const edge = await startEdge(tenancy)
  const url = `${edge.url}${path}`
  await load({ url, requests, connections, seconds: warmUpSeconds })
  const durable = await load({ url, requests, connections, seconds })
  const half = await pacedLoad({ url, requests, connections, seconds, rate: Math.round(durable.rate / 2) })
  await edge.stop()
  return { durable, half }
}

type Searchable = { messages: number; seconds: number; p50: number; p99: number }

/** From the first webhook sent to the last message that a search would find, edge and engine side by side. */
async function toSearchable(tenancy: Tenancy): Promise<Searchable> {
  await tenancy.store.webhookAudit.deleteMany({})
  const edge = await startEdge(tenancy)
  const port = await freePort()
  const script = 'services/chat-engine/src/main.ts'
  const engine = await startBenchServer(script, port, { ...tenancy.env, ENGINE_PORT: String(port) })
  const requests = benchRequests(endToEndCount, tenancy.appSecret, 2)
  const expected = requests.reduce((sum, { messageIds }) => sum + messageIds.length, 0)
  const begin = performance.now()
  await sendAll(`${edge.url}${path}`, requests)
  const found = { 'search.terms': { $exists: true } }
  while ((await tenancy.store.messages.countDocuments(found)) < expected) await sleep(50)
  const seconds = (performance.now() - begin) / 1_000
  const rows = await tenancy.store.messages
    .find(found, { projection: { updated_at: 1, received_at: 1 } })
    .toArray()
  const waits = rows
    .map(({ updated_at, received_at }) => updated_at.getTime() - (received_at?.getTime() ?? 0))
    .toSorted((a, b) => a - b)
  await edge.stop()
  await engine.stop()
  return { messages: expected, seconds, p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) }
}

async function sendAll(url: string, requests: readonly BenchRequest[]): Promise<void> {
  let next = 0
  const sender = async (): Promise<void> => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const answer = await fetch(url, { method: 'POST', body: request.body, headers: request.headers })
      if (answer.status !== 200) throw new Error(`the edge answered ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN

type Results = { bare: LoadResult; naive: LoadResult; durable: LoadResult; half: LoadResult }

function print(
  { bare, naive, durable, half }: Results,
  searchable: Searchable,
  requests: readonly BenchRequest[],
): void {
  const bytes = Math.round(requests.reduce((sum, { body }) => sum + body.length, 0) / requests.length)
  const line = (name: string, { rate, p50, p99, other, errors }: LoadResult): string =>
    `| ${name} | ${Math.round(rate)} | ${p50} | ${p99} | ${other + errors} |`
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? ''}; Node ${process.version}; ${connections} connections, ${bytes} bytes a webhook

| handler | webhooks/s | p50 ms | p99 ms | not 2xx |
|---|---|---|---|---|
${line('bare: only the HMAC', bare)}
${line('naive: insertOne, publish, answer', naive)}
${line('webhook-ingestor: durable', durable)}
${line('webhook-ingestor at half of that', half)}

durable / bare:  ${(durable.rate / bare.rate).toFixed(2)}
durable / naive: ${(durable.rate / naive.rate).toFixed(2)}
webhook to searchable: ${Math.round(searchable.messages / searchable.seconds)} messages a second (${searchable.messages} messages; after the receipt p50 ${searchable.p50} ms, p99 ${searchable.p99} ms)
${benchParse()}`)
}
