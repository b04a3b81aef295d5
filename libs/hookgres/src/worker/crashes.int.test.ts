import { silentLogger, waitFor } from '@omnistream/common'
import { createDeliverer, type Deliverer } from '@omnistream/delivery'
import { createPool, type Pool } from '@omnistream/postgres/pool'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startProxy } from '../../../../tests/support/breakable-proxy.ts'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
const pools: Pool[] = []
const deliverers: Deliverer[] = []
const proxies: Awaited<ReturnType<typeof startProxy>>[] = []
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(async () => {
  await own.remove()
  await Promise.all(deliverers.splice(0).map((one) => one.close()))
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
  await Promise.all(proxies.splice(0).map((one) => one.close()))
})

const deliveries = 1_000
const workers = 3
const crashes = 8
const policy = { attempts: 12, baseMs: 2, factor: 2, capMs: 50 }

/**
 * A worker behind a line of its own. What a crash leaves is what a killed process leaves: its connections break in the
 * middle of whatever it does, and it writes nothing any more.
 */
async function startMortal(): Promise<{ crash(): Promise<void> }> {
  const url = new URL(own.url)
  const proxy = await startProxy(Number(url.port))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const pool = createPool(url.href, { applicationName: 'omnistream-test', logger: silentLogger(), max: 3 })
  proxies.push(proxy)
  pools.push(pool)
  const inner = createDeliverer({ guard: { allow: ['127.0.0.0/8'] } })
  deliverers.push(inner)
  let dead = false
  // A dead process makes no request; what it had sent is under way.
  const deliver: typeof inner.deliver = (request) => (dead ? new Promise(() => {}) : inner.deliver(request))
  const deliverer = { ...inner, deliver }
  const worker = own.work(
    {
      ...{ concurrency: 48, perEndpointConcurrency: 16, leaseMs: 5_000, timeouts: { totalMs: 4_000 } },
      policy,
      deliverer,
    },
    own.another({ pool }),
  )
  return {
    crash() {
      dead = true
      proxy.cut()
      // It could do nothing any more, but would go on trying.
      return worker.close({ deadlineMs: 0 })
    },
  }
}

it('with workers crashing at random each of 1,000 deliveries ends, every request is counted, none is lost', async () => {
  const requests = new Map<string, number>()
  // Of each ten, one fails twice and then succeeds; of each hundred, one never succeeds.
  const receiver = await own.receiver(({ id, body }) => {
    const made = (requests.get(id) ?? 0) + 1
    requests.set(id, made)
    const { data } = JSON.parse(body) as { data: number }
    if (data % 100 === 7) return 500
    return data % 10 === 3 && made <= 2 ? 503 : 200
  })
  for (let n = 0; n < 10; n += 1) await own.endpoint(`${receiver.url}/${n}`, { eventTypes: [`e${n}`] })
  await own.hookgres.sendMany(
    Array.from({ length: deliveries }, (_, n) => ({ tenantId, eventType: `e${n % 10}`, payload: n })),
  )
  const running = await Promise.all(Array.from({ length: workers }, startMortal))
  let crashed = 0
  let seenAt = 0
  const countEnded = async (): Promise<number> => {
    const { rows } = await own.pool.query<{ n: number }>(
      `select count(*)::int as n from ${own.tables.deliveries} where status in ('succeeded', 'failed')`,
    )
    return rows[0]?.n ?? 0
  }
  await waitFor(
    async () => {
      const ended = await countEnded()
      // A crash for each share of the work, of any worker, at whatever it is just doing.
      if (crashed < crashes && ended - seenAt > deliveries / (crashes + 4)) {
        seenAt = ended
        crashed += 1
        const place = Math.floor(Math.random() * workers)
        const [, next] = await Promise.all([running[place]?.crash(), startMortal()])
        running[place] = next
      }
      return ended === deliveries
    },
    { deadlineMs: 120_000, intervalMs: 30, describe: () => `all to end, ${crashed} crashes` },
  )
  expect(crashed).toBe(crashes)
  type Row = { id: string; payload: number; status: string; begun: number; recorded: number; good: number }
  const { rows } = await own.pool.query<Row>(
    `select d.message_id as id, m.payload::int as payload, d.status, d.attempt_count as begun,
      count(a.id)::int as recorded, count(a.id) filter (where a.status_code = 200)::int as good
    from ${own.tables.deliveries} d join ${own.tables.messages} m on m.id = d.message_id
    left join ${own.tables.attempts} a on a.delivery_id = d.id group by d.id, m.id`,
  )
  expect(rows).toHaveLength(deliveries)
  for (const row of rows) {
    const made = requests.get(row.id) ?? 0
    const about = JSON.stringify({ ...row, made })
    expect(row.status, about).toBe(row.payload % 100 === 7 ? 'failed' : 'succeeded')
    // Each request and each row belongs to a claim, and each claim was counted.
    expect(made, about).toBeLessThanOrEqual(row.begun)
    expect(row.recorded, about).toBeLessThanOrEqual(row.begun)
    expect(row.begun, about).toBeLessThanOrEqual(policy.attempts + 1)
    // The request of a dead worker is known to the receiver alone, that of one whose claim ran out is written too.
    expect(row.good > 0, about).toBe(row.status === 'succeeded')
  }
}, 180_000)
