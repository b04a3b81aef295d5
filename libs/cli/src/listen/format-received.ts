import type { Received } from './receive-webhook.ts'

/** One line for a delivery. What a stranger may have written has no control characters and no end of line. */
export function formatReceived({ at, type, id, verdict, status, ms }: Received): string {
  return [at.slice(11, 23), plain(type ?? '-'), plain(id ?? '-'), verdict, String(status), `${ms} ms`].join(
    '  ',
  )
}

const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?').slice(0, 100)
