import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSchema, type TestSchema } from '../test-database.ts'
import { testDatabaseUrl } from '../testing/database-url.ts'
import { findWatermarks, raiseWatermarks, type Watermark } from './watermarks.ts'

describe('watermarks', () => {
  let db: TestSchema
  const tenantId = randomUUID()
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl())
  })
  afterAll(() => db.drop())

  const mark = (threadKey: string, ms: number, over: Partial<Watermark> = {}): Watermark => ({
    ...{ tenantId, accountId, threadKey, status: 'read', upTo: new Date(ms) },
    ...over,
  })
  const accountId = randomUUID()
  const upTo = async (threadKey: string): Promise<number | undefined> => {
    const of = await findWatermarks(db.pool, tenantId, [{ accountId, threadKey }])
    return of({ accountId, threadKey })[0]?.upTo.getTime()
  }

  it('only ever rise, whatever order they come in, and say which was news', async () => {
    expect(await raiseWatermarks(db.pool, [mark('psid:1', 5_000), mark('psid:1', 3_000)])).toEqual([
      true,
      false,
    ])
    expect(await raiseWatermarks(db.pool, [mark('psid:1', 4_000)])).toEqual([false])
    expect(await raiseWatermarks(db.pool, [mark('psid:1', 5_000)])).toEqual([false])
    expect(await raiseWatermarks(db.pool, [mark('psid:1', 6_000)])).toEqual([true])
    expect(await upTo('psid:1')).toBe(6_000)
  })

  it('fifty at once end at the greatest', async () => {
    const each = Array.from({ length: 50 }, (_, n) => mark('psid:2', 1_000 + ((n * 37) % 50)))
    await Promise.all(each.map((one) => raiseWatermarks(db.pool, [one])))
    expect(await upTo('psid:2')).toBe(1_049)
  })

  it('keep delivered and read, threads and tenants apart', async () => {
    await raiseWatermarks(db.pool, [mark('psid:3', 7_000), mark('psid:3', 9_000, { status: 'delivered' })])
    const of = await findWatermarks(db.pool, tenantId, [{ accountId, threadKey: 'psid:3' }])
    expect(of({ accountId, threadKey: 'psid:3' })).toHaveLength(2)
    expect(of({ accountId, threadKey: 'psid:1' })).toEqual([])
    const foreign = await findWatermarks(db.pool, randomUUID(), [{ accountId, threadKey: 'psid:3' }])
    expect(foreign({ accountId, threadKey: 'psid:3' })).toEqual([])
    await raiseWatermarks(db.pool, [mark('psid:3', 99_000, { tenantId: randomUUID() })])
    expect(await upTo('psid:3')).toBeLessThan(99_000)
  })

  it('a thread key with NUL, or longer than an index takes, is found again', async () => {
    const long = `user_id:\0${'x'.repeat(5_000)}`
    await raiseWatermarks(db.pool, [mark(long, 8_000)])
    expect(await upTo(long)).toBe(8_000)
  })
})
