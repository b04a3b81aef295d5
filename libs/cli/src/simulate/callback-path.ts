import type { Channel } from '@omnistream/channels'

/** Where the edge takes the webhooks of this account: under its own path where no payload of the channel names one. */
export function callbackPath({ id, accountInPath }: Channel, externalId: string): string {
  if (accountInPath !== true) return `/webhooks/${id}`
  return `/webhooks/${id}/${encodeURIComponent(externalId).replaceAll('%40', '@')}`
}
