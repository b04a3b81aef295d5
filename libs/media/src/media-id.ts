import { uuidv5 } from '@omnistream/common/ids'

/** Changing it would make every medium new. */
const namespace = 'c6b1a7a0-4f0d-5c39-9a51-2f6f4f7c1e05'

type Ref = { readonly id?: unknown; readonly url?: unknown }

/**
 * The ids of a message's media, in their order: UUIDv5 of the account, the message and the provider's id of the medium
 * (its URL where it has none), so that the same medium told twice is one. A medium that a message has twice is two.
 * Undefined for what has neither id nor URL, and so nothing to be fetched by.
 */
export function mediaIds(
  message: { accountId: string; externalId: string },
  media: readonly Ref[],
): (string | undefined)[] {
  const seen = new Map<string, number>()
  return media.map(({ id, url }) => {
    const name = textOf('id', id) ?? textOf('url', url)
    if (name === undefined) return undefined
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return uuidv5(namespace, JSON.stringify([message.accountId, message.externalId, name, count]))
  })
}

const textOf = (kind: string, value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? `${kind}:${value}` : undefined
