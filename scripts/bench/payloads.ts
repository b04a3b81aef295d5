import { signWhatsApp } from '@omnistream/channels'
import { whatsappSample } from '@omnistream/channels/testing/samples'

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
    const { payload, messageIds } = whatsappSample(random, {
      phoneNumberId: '700800900100200',
      wabaId: '900100200300400',
      businessPhone: '15550100001',
      seq,
      now: Date.now(),
    })
    const body = JSON.stringify(payload)
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signWhatsApp(Buffer.from(body), secret),
    }
    return { body, headers, messageIds }
  })
}
