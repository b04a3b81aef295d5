import { signStandardWebhook } from '@omnistream/delivery'
import { Agent, request } from 'undici'
import { type BenchCase, concurrency } from './bench-case.ts'
import { benchBody, benchSecret } from './payload.ts'

/** What a delivery cannot be faster than: signed POSTs over kept connections, and nothing written down. */
export function plainPosts(url: string): BenchCase {
  const dispatcher = new Agent({ connections: concurrency, pipelining: 1 })
  return {
    name: 'plain undici POSTs',
    prepare: async () => {},
    async run(jobs) {
      let next = 0
      const sender = async (): Promise<void> => {
        while (next < jobs) {
          next += 1
          const signed = signStandardWebhook({ id: `msg_${next}`, at: new Date(), body: benchBody }, [
            benchSecret,
          ])
          const headers = { ...signed, 'content-type': 'application/json' }
          const answer = await request(url, { dispatcher, method: 'POST', headers, body: benchBody })
          await answer.body.dump()
          if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, sender))
    },
    close: () => dispatcher.close(),
  }
}
