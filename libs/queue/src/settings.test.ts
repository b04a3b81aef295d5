import { loadConfig } from '@omnistream/common'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createQueue } from './create-queue.ts'
import { queueDrivers } from './queue.ts'
import { queueSettings } from './settings.ts'

const load = (env: Record<string, string>) => loadConfig(z.object(queueSettings), env, { service: 'test' })
const logger = { warn: () => {} }

it('the driver is postgres unless another is named', () => {
  expect(load({})).toEqual({ WEBHOOK_QUEUE_DRIVER: 'postgres' })
  for (const driver of queueDrivers)
    expect(load({ WEBHOOK_QUEUE_DRIVER: driver }).WEBHOOK_QUEUE_DRIVER).toBe(driver)
  expect(() => load({ WEBHOOK_QUEUE_DRIVER: 'rabbit' })).toThrow('postgres, mongo, bullmq')
  expect(() => load({ REDIS_URL: 'http://localhost' })).toThrow('redis://')
})

it.each([
  ['postgres', 'DATABASE_URL'],
  ['mongo', 'MONGODB_URI'],
  ['bullmq', 'REDIS_URL'],
] as const)('%s says what it needs', async (driver, setting) => {
  await expect(createQueue({ driver, logger })).rejects.toMatchObject({
    code: 'QUEUE_NEEDS',
    message: expect.stringContaining(setting),
  })
})
