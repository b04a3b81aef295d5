import { channels } from '@omnistream/channels'

export type BenchRequest = { body: string; headers: Record<string, string>; messageIds: string[] }

/** A generator with a seed, so that every run sends the same (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Signed webhooks of one account, each with other people and other messages. */
export function benchRequests(count: number, secret: string, seed: number): BenchRequest[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, seq) => {
    const account = { externalId: '700800900100200', businessId: '900100200300400', displayId: '15550100001' }
    const now = Date.now()
    const { body, contentType, messageIds } = channels.whatsapp.sample({ random, account, seq, now })
    const unsigned = {
      method: 'POST',
      url: '',
      headers: { 'content-type': contentType },
      body,
      receivedAt: now,
    }
    const { headers } = channels.whatsapp.sign(unsigned, secret)
    return { body: new TextDecoder().decode(body), headers: { ...headers }, messageIds }
  })
}
