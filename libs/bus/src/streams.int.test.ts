import { afterEach, describe, expect, it } from 'vitest'
import { ensureStreams, streamConfigs } from './streams.ts'
import { createTestBus, smallLimits, type TestBus } from './testing/test-bus.ts'

let own: TestBus
afterEach(() => own.remove())

const actions = (reports: { action: string }[]): string[] => reports.map(({ action }) => action)

describe('ensureStreams', () => {
  it('makes both streams, and finds nothing to do the second time', async () => {
    own = await createTestBus({ streams: false })
    expect(actions(await ensureStreams(own.manager, own.prefix, smallLimits))).toEqual(['created', 'created'])
    expect(actions(await ensureStreams(own.manager, own.prefix, smallLimits))).toEqual([
      'unchanged',
      'unchanged',
    ])
  })

  it('keeps unparsed ids whatever comes: a work queue that refuses when it is full and forgets nothing by age', async () => {
    own = await createTestBus()
    const { config } = await own.manager.streams.info(own.names.webhooks)
    expect(config).toMatchObject({ retention: 'workqueue', discard: 'new', max_age: 0, storage: 'file' })
  })

  it('may run in many processes at once on an empty server', async () => {
    own = await createTestBus({ streams: false })
    const others = await Promise.all(Array.from({ length: 7 }, () => createTestBus({ streams: false })))
    const managers = [own, ...others].map(({ manager }) => manager)
    const reports = await Promise.all(
      managers.map((manager) => ensureStreams(manager, own.prefix, smallLimits)),
    )
    expect(new Set(reports.flat().map(({ action }) => action))).not.toContain('updated')
    expect(await own.manager.streams.info(own.names.events)).toBeDefined()
    await Promise.all(others.map((other) => other.remove()))
  })

  it('settles on one of the settings when processes that start at once disagree', async () => {
    own = await createTestBus({ streams: false })
    const sizes = [1, 2, 3, 4].map((mebi) => mebi * 1024 ** 2)
    await Promise.all(
      sizes.map((size) =>
        ensureStreams(own.manager, own.prefix, { webhooksMaxBytes: size, eventsMaxBytes: size }),
      ),
    )
    expect(sizes).toContain((await own.manager.streams.info(own.names.webhooks)).config.max_bytes)
  })

  it('brings an existing stream to changed limits, keeps what it holds, and says what it changed', async () => {
    own = await createTestBus()
    await own.bus.jetstream().publish(own.on.webhook('whatsapp', 'a'))
    const reports = await ensureStreams(own.manager, own.prefix, {
      ...smallLimits,
      webhooksMaxBytes: 8 * 1024 ** 2,
    })
    expect(actions(reports)).toEqual(['updated', 'unchanged'])
    expect(reports[0]?.detail).toBe('max_bytes is 4194304, wanted 8388608')
    const { config, state } = await own.manager.streams.info(own.names.webhooks)
    expect([config.max_bytes, state.messages]).toEqual([8 * 1024 ** 2, 1])
  })

  it('refuses a stream whose retention is another, names the setting, and leaves the stream alone', async () => {
    own = await createTestBus({ streams: false })
    const [webhooks] = streamConfigs(own.prefix, smallLimits)
    await own.manager.streams.add({ ...webhooks, retention: 'limits' as never, name: own.names.webhooks })
    await own.bus.jetstream().publish(own.on.webhook('whatsapp', 'a'))
    await expect(ensureStreams(own.manager, own.prefix, smallLimits)).rejects.toMatchObject({
      code: 'STREAM_REFUSED',
      message: expect.stringMatching(
        new RegExp(`${own.names.webhooks}.*retention is "limits", wanted "workqueue"`),
      ),
    })
    const { config, state } = await own.manager.streams.info(own.names.webhooks)
    expect([config.retention, state.messages]).toEqual(['limits', 1])
  })

  it('refuses when another stream already takes the subjects', async () => {
    own = await createTestBus({ streams: false })
    await own.manager.streams.add({
      name: `${own.prefix}OTHER`,
      subjects: [`${own.prefix}webhook.whatsapp.>`],
    })
    await expect(ensureStreams(own.manager, own.prefix, smallLimits)).rejects.toMatchObject({
      code: 'STREAM_REFUSED',
      message: expect.stringContaining(own.names.webhooks),
    })
  })
})
