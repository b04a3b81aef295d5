import type { WebhookStore } from '../webhooks/webhook-store.ts'

const offline = (): Promise<never> => Promise.reject(new Error('offline'))

/** For tests of what happens before any database is asked. */
export const offlineWebhooks = (): WebhookStore => ({
  endpoints: {
    ...{ create: offline, get: offline, list: offline, update: offline, disable: offline, enable: offline },
    ...{ pause: offline, resume: offline, delete: offline, rotateSecret: offline, getSecret: offline },
  },
  messages: { get: offline, list: offline },
  deliveries: { get: offline, list: offline },
  attempts: { list: offline },
  ...{ send: offline, sendMissed: offline, replayDelivery: offline, replayDeliveries: offline },
})
