import { Readable } from 'node:stream'
import { waitFor } from '@omnistream/common'
import { generateWebhookSecret, signStandardWebhook } from '@omnistream/delivery'
import { readBody, startReceiver, type TestReceiver } from '@omnistream/delivery/testing/test-receiver'
import { afterEach, expect, it } from 'vitest'
import { runCli } from '../run-cli.ts'

const secret = generateWebhookSecret()
const stop: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const one of stop.splice(0)) await one()
})

type Listening = { url: string; out: string[]; err: string[]; end(): Promise<number> }

async function listen(argv: readonly string[], env: Record<string, string> = {}): Promise<Listening> {
  const out: string[] = []
  const err: string[] = []
  const control = new AbortController()
  const running = runCli(['listen', ...argv], {
    ...{ env, development: {}, stdin: Readable.from([]), isTerminal: false, stop: control.signal },
    ...{ out: (line) => out.push(line), err: (line) => err.push(line), outBytes: async () => {} },
    now: () => new Date(),
  })
  const end = async (): Promise<number> => {
    control.abort()
    return await running
  }
  stop.push(end)
  const url = await waitFor(() => /listening on (\S+);/.exec(err.join('\n'))?.[1], {
    ...{ deadlineMs: 10_000, describe: () => `a receiver: ${err.join('\n')}`, intervalMs: 10 },
  })
  return { url, out, err, end }
}

const post = (url: string, body = '{"type":"message.created"}', by = secret): Promise<Response> =>
  fetch(url, {
    ...{ method: 'POST', body },
    headers: {
      'content-type': 'application/json',
      ...signStandardWebhook({ id: 'msg_1', at: new Date(), body: Buffer.from(body) }, [by]),
    },
  })

it('checks signatures, prints a line for each, and ends well by Ctrl-C', async () => {
  const { url, out, end } = await listen(['--port', '0', '--secret', secret])
  expect((await post(url)).status).toBe(200)
  expect((await post(url, '{}', generateWebhookSecret())).status).toBe(401)
  expect(out).toEqual([
    expect.stringMatching(/^[\d:.]{12} {2}message\.created {2}msg_1 {2}verified {2}200 {2}\d+ ms$/),
    expect.stringMatching(/^[\d:.]{12} {2}- {2}msg_1 {2}wrong signature {2}401 {2}\d+ ms$/),
  ])
  expect(await end()).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})

it('takes its secrets from the environment, and prints JSON with the body', async () => {
  const settings = { OMNISTREAM_WEBHOOK_SECRET: `${generateWebhookSecret()},${secret}` }
  const { url, out } = await listen(['--port', '0', '--json', '--body', '--status', '503'], settings)
  expect((await post(url)).status).toBe(503)
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    ...{ type: 'message.created', id: 'msg_1', verdict: 'verified', status: 503 },
    body: '{"type":"message.created"}',
  })
})

it('passes bytes and headers on as they came, and the status back; 502 where nobody answers', async () => {
  const passed: { headers: Record<string, unknown>; body: string }[] = []
  const target: TestReceiver = await startReceiver(async (request, response) => {
    passed.push({ headers: request.headers, body: (await readBody(request)).toString() })
    response.writeHead(410).end()
  })
  const { url, err } = await listen(['--port', '0', '--secret', secret, '--forward', `${target.url}/in`])
  const body = '{ "type":"a",\n "n":1.0, "text":"\\u00e9é" }'
  expect((await post(url, body)).status).toBe(410)
  expect(passed).toMatchObject([
    { body, headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json' } },
  ])
  await target.close()
  expect((await post(url)).status).toBe(502)
  expect(err.at(-1)).toMatch(/did not answer: .*ECONNREFUSED/)
})

it('says which port is taken, and that a secret is none without showing it', async () => {
  const { url } = await listen(['--port', '0'])
  const err: string[] = []
  const run = (argv: readonly string[]): Promise<number> =>
    runCli(['listen', ...argv], {
      ...{ env: {}, development: {}, stdin: Readable.from([]), isTerminal: false },
      ...{ out() {}, err: (line) => err.push(line), outBytes: async () => {} },
      ...{ stop: new AbortController().signal, now: () => new Date() },
    })
  expect(await run(['--port', new URL(url).port])).toBe(1)
  expect(err.at(-1)).toMatch(/in use by another program: set --port/)
  expect(await run(['--port', '0', '--secret', 'whsec_no secret'])).toBe(2)
  expect(err.at(-1)).not.toContain('no secret')
})
