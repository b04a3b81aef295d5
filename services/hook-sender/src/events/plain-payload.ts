import type { EventEnvelope } from '@omnistream/bus'
import { nobody } from '@omnistream/postgres'

/** What an event itself says: ids, and where it belongs. */
export const plainPayload = ({ accountId, channel, at, data }: EventEnvelope): Record<string, unknown> => ({
  account_id: accountId === nobody ? null : accountId,
  channel,
  at: new Date(at).toISOString(),
  ...data,
})
