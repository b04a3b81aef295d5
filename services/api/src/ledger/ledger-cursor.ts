/** A place in the ledger: its buckets have no ids, so a time, a channel and an account name one. */
export type LedgerCursor = { from: Date; channel: string; account: string }

const shape = /^(\d{1,15}) ([a-z0-9_-]{1,40}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** One opaque base64url text. */
export const encodeLedgerCursor = ({ from, channel, account }: LedgerCursor): string =>
  Buffer.from(`${from.getTime()} ${channel} ${account}`).toString('base64url')

/** The reverse; undefined for anything else. */
export function decodeLedgerCursor(text: string): LedgerCursor | undefined {
  const match = shape.exec(Buffer.from(text, 'base64url').toString('utf8'))
  if (!match) return undefined
  const [, ms = '', channel = '', account = ''] = match
  return { from: new Date(Number(ms)), channel, account }
}
