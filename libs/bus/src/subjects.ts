/** Names on the bus. `prefix` keeps several installations (and each test) apart on one server. */

/** A subject token: anything outside the safe set becomes `-`; absent becomes `_`. */
const token = (text: string | undefined): string => text?.replaceAll(/[^A-Za-z0-9_-]/g, '-') || '_'

export type Subjects = {
  webhook(channel: string, account: string | undefined): string
  /** Replays have subjects of their own, so that a million of them never stand before a live message. */
  replay(channel: string, account: string | undefined): string
  event(tenantId: string, type: string): string
  allWebhooks: string
  allReplays: string
  allEvents: string
}

export const subjects = (prefix = ''): Subjects => ({
  webhook: (channel, account) => `${prefix}webhook.${token(channel)}.${token(account)}`,
  replay: (channel, account) => `${prefix}replay.${token(channel)}.${token(account)}`,
  // The type keeps its dots: `message.created` is two tokens.
  event: (tenantId, type) => `${prefix}event.${token(tenantId)}.${type}`,
  allWebhooks: `${prefix}webhook.>`,
  allReplays: `${prefix}replay.>`,
  allEvents: `${prefix}event.>`,
})

export type StreamNames = { webhooks: string; events: string }

export const streamNames = (prefix = ''): StreamNames => ({
  webhooks: `${prefix}WEBHOOKS`,
  events: `${prefix}EVENTS`,
})
