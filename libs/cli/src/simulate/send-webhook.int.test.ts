import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { channels, type InboundRequest } from '@omnistream/channels'
import { afterEach, expect, it } from 'vitest'
import { buildWebhooks } from './build-webhooks.ts'
import { type SendTally, sendAll } from './send-all.ts'
import { sendWebhook } from './send-webhook.ts'

const channel = channels.whatsapp
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

type Seen = { body: string; path: unknown; signature: unknown }

/** An edge that answers with these statuses in turn; `cut` ends the connection without an answer. */
async function edge(...answers: (number | 'cut')[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path, headers } = request
      seen.push({ body: Buffer.concat(chunks).toString(), path, signature: headers['x-signature'] })
      const answer = answers.shift() ?? 200
      if (answer === 'cut') request.socket.destroy()
      else response.writeHead(answer).end('{"detail":"as it is"}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/`, seen }
}

const webhook = (at: number): InboundRequest => ({
  ...{ method: 'POST', url: 'https://public.example/hooks?token=1', receivedAt: at },
  ...{ headers: { 'x-signature': String(at) }, body: Buffer.from('{"é":1}') },
})
const signal = new AbortController().signal

it('sends the same bytes again, signed anew, after a 503 and a cut connection, until they are acknowledged', async () => {
  const { url, seen } = await edge(503, 'cut', 200)
  const outcome = await sendWebhook(webhook, { url, retryForMs: 30_000, signal })
  expect(outcome).toMatchObject({ kind: 'acked', attempts: 3 })
  expect(seen).toMatchObject(Array(3).fill({ body: '{"é":1}', path: '/?token=1' }))
  const times = seen.map(({ signature }) => Number(signature))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(new Set(times).size).toBe(3)
})

it('does not repeat what will never be taken, and tells what the edge said', async () => {
  const { url, seen } = await edge(401)
  expect(await sendWebhook(webhook, { url, retryForMs: 30_000, signal })).toEqual({
    ...{ kind: 'refused', status: 401, detail: 'as it is' },
  })
  expect(seen).toHaveLength(1)
})

it('gives up after its time, and says why', async () => {
  const { url } = await edge(503, 503, 503, 503, 503, 503, 503, 503)
  expect(await sendWebhook(webhook, { url, retryForMs: 0, signal })).toMatchObject({
    kind: 'gave up',
    why: 'status 503',
  })
  const closed = await sendWebhook(webhook, { url: 'http://127.0.0.1:1/', retryForMs: 0, signal })
  expect(closed).toMatchObject({ kind: 'gave up' })
})

it('gives the edge up as a whole when it was away for all that time, instead of once for each webhook', async () => {
  const tally: SendTally = { sent: 0, acked: 0, retries: 0, ackMs: [], words: [], done: false }
  const url = 'http://127.0.0.1:1/'
  const troubles: string[] = []
  await sendAll(
    {
      ...{ url, concurrency: 2, retryForMs: 0, signal, sign: (request) => request, secretFrom: 'a test' },
      onTrouble: (why) => troubles.push(why),
    },
    buildWebhooks({ channel, seed: 1, count: 1_000, account: { externalId: '700' }, url, now: Date.now }),
    { acked() {} },
    tally,
    () => {},
  )
  expect(tally).toMatchObject({ sent: 2, acked: 0, done: true, gaveUp: expect.any(String) })
  expect(troubles).toHaveLength(1)
})
