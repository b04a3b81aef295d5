import { silentLogger, waitFor } from '@omnistream/common'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccountDirectory } from './account-directory.ts'
import type { AccountRecord } from './channel-accounts.ts'

const account = (over: Partial<AccountRecord>): AccountRecord => ({
  ...{ id: '0190a0a0-0000-7000-8000-000000000001', tenantId: 't1', channel: 'whatsapp', externalId: '111' },
  ...{
    businessId: 'waba',
    name: 'n',
    displayId: null,
    status: 'active',
    secrets: { appSecrets: ['a'], verifyTokens: ['v'] },
  },
  ...over,
})
const second = account({
  id: '0190a0a0-0000-7000-8000-000000000002',
  externalId: '222',
  secrets: { appSecrets: ['a', 'b'], verifyTokens: ['w'] },
})

let abort = new AbortController()
beforeEach(() => {
  abort = new AbortController()
})
afterEach(() => abort.abort())

const soon = { deadlineMs: 2_000, intervalMs: 1 }

describe('createAccountDirectory', () => {
  const directoryOf = (load: () => Promise<AccountRecord[]>, refreshMs = 60_000, now = Date.now) =>
    createAccountDirectory({ load, refreshMs, logger: silentLogger(), now, random: () => 0 })

  it('finds accounts by external id, own id and business, within their channel', async () => {
    const telegram = account({
      id: '0190a0a0-0000-7000-8000-000000000003',
      channel: 'telegram',
      externalId: '111',
      businessId: null,
    })
    const directory = directoryOf(async () => [account({}), second, telegram])
    await directory.start(abort.signal)
    expect(directory.byExternalId('whatsapp', '222')?.id).toBe(second.id)
    expect(directory.byExternalId('telegram', '222')).toBeUndefined()
    expect(directory.byIdOrExternalId('telegram', '111')?.id).toBe(telegram.id)
    expect(directory.byIdOrExternalId('whatsapp', second.id.toUpperCase())?.externalId).toBe('222')
    expect(directory.byBusinessId('whatsapp', 'waba').map(({ externalId }) => externalId)).toEqual([
      '111',
      '222',
    ])
    expect(directory.all('telegram')).toEqual([telegram])
    expect(directory.all('line')).toEqual([])
  })

  it('gives each secret of a channel once', async () => {
    const directory = directoryOf(async () => [account({}), second])
    await directory.start(abort.signal)
    expect(directory.secretsFor('whatsapp')).toEqual({ appSecrets: ['a', 'b'], verifyTokens: ['v', 'w'] })
    expect(directory.secretsFor('line')).toEqual({ appSecrets: [], verifyTokens: [] })
  })

  it('is not ready before the first load, starts anyway, and tries again', async () => {
    let calls = 0
    const directory = directoryOf(async () => {
      calls += 1
      if (calls < 3) throw new Error('database is away')
      return [account({})]
    })
    await directory.start(abort.signal)
    expect([directory.ready(), directory.ageMs(), directory.all('whatsapp')]).toEqual([false, undefined, []])
    await waitFor(() => directory.ready(), { ...soon, describe: 'the first snapshot' })
    expect(directory.all('whatsapp')).toHaveLength(1)
  })

  it('keeps the last snapshot while the database is away, and says how old it is', async () => {
    let [time, up] = [1_000, true]
    const directory = directoryOf(
      async () => {
        if (!up) throw new Error('database is away')
        return [account({})]
      },
      60_000,
      () => time,
    )
    await directory.refresh()
    up = false
    time = 5_000
    await expect(directory.refresh()).rejects.toMatchObject({ code: 'ACCOUNTS_NOT_LOADED', retryable: true })
    expect([directory.ready(), directory.ageMs(), directory.all('whatsapp').length]).toEqual([true, 4_000, 1])
  })

  it('takes up changes at every refresh, and stops when told to', async () => {
    let loads = 0
    const stop = new AbortController()
    const directory = directoryOf(async () => [account({ name: `load ${++loads}` })], 1)
    await directory.start(stop.signal)
    await waitFor(() => loads > 3, { ...soon, describe: 'more loads' })
    expect(directory.all('whatsapp')[0]?.name).toBe(`load ${loads}`)
    stop.abort()
    const after = loads
    let clock = 0
    const other = directoryOf(async () => [account({ name: `tick ${++clock}` })], 1)
    await other.start(abort.signal)
    await waitFor(() => clock > 10, { ...soon, describe: 'ten refreshes of another directory' })
    // One load may have been on its way.
    expect(loads).toBeLessThanOrEqual(after + 1)
  })

  it('loads once for refreshes that are asked for at the same time', async () => {
    let loads = 0
    const directory = directoryOf(async () => {
      loads += 1
      return []
    })
    await Promise.all([directory.refresh(), directory.refresh()])
    expect(loads).toBe(1)
  })
})
