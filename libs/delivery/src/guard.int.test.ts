import { waitFor } from '@omnistream/common/wait-for'
import { afterEach, describe, expect, it } from 'vitest'
import type { DeliveryRequest } from './deliver.ts'
import { createGuard, type ResolvedAddress } from './guard/create-guard.ts'
import { createGuardedConnector } from './guarded-connector.ts'
import { createTestDelivery } from './testing/test-deliverer.ts'

const test = createTestDelivery()
afterEach(test.clean)

const post = (url: string): DeliveryRequest => ({ url, method: 'POST', headers: {}, body: Buffer.from('{}') })

/** A resolver that gives these answers one after the other, and counts. */
const answering = (...answers: string[][]) => {
  let asked = 0
  return {
    asked: () => asked,
    resolve: async (): Promise<ResolvedAddress[]> => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? []
      asked += 1
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
}

describe('what the guard forbids is never connected to', () => {
  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://2130706433:${port}/`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `http://localhost.:${port}/`,
  ])('by the spelling %#', async (toUrl) => {
    const receiver = await test.receiver((_, response) => response.end())
    const outcome = await test.deliverer({ guard: {} }).deliver(post(toUrl(receiver.port)))
    expect(outcome).toMatchObject({
      ...{ kind: 'blocked', reason: 'loopback' },
      error: 'The address may not be called: it is a loopback address',
    })
    expect(receiver.opened()).toBe(0)
  })

  it('by a name that points at it, alone or beside a public address', async () => {
    const receiver = await test.receiver((_, response) => response.end())
    for (const addresses of [['127.0.0.1'], ['203.0.113.9', '127.0.0.1'], ['8.8.8.8', '127.0.0.1']]) {
      const { resolve } = answering(addresses)
      const outcome = await test
        .deliverer({ guard: { resolve } })
        .deliver(post(`http://a.test:${receiver.port}/`))
      expect(outcome.kind).toBe('blocked')
    }
    expect(receiver.opened()).toBe(0)
  })

  it('where the URL itself may not be called', async () => {
    const deliverer = test.deliverer({ guard: { httpsOnly: true } })
    expect(await deliverer.deliver(post('http://example.com/'))).toMatchObject({
      ...{ kind: 'blocked', reason: 'https_only', error: 'Only https URLs may be called' },
    })
    expect(await deliverer.deliver(post('file:///etc/passwd'))).toMatchObject({ reason: 'scheme' })
  })
})

describe('a name that changes its answer (DNS rebinding)', () => {
  it('is resolved once for a connection, and that answer is connected to', async () => {
    const receiver = await test.receiver((_, response) => response.end('the first'))
    const dns = answering(['127.0.0.1'], ['127.0.0.2'])
    const deliverer = test.deliverer({ guard: { allow: ['127.0.0.1'], resolve: dns.resolve } })
    const url = `http://rebind.test:${receiver.port}/`
    expect(await deliverer.deliver(post(url))).toMatchObject({ responseBody: 'the first' })
    expect(dns.asked()).toBe(1)
  })

  it('is judged anew at the next connection', async () => {
    const receiver = await test.receiver((_, response) => {
      response.writeHead(200, { connection: 'close' }).end()
    })
    const dns = answering(['127.0.0.1'], ['127.0.0.2'])
    const deliverer = test.deliverer({ guard: { allow: ['127.0.0.1'], resolve: dns.resolve } })
    const url = `http://rebind.test:${receiver.port}/`
    expect((await deliverer.deliver(post(url))).kind).toBe('delivered')
    expect(await deliverer.deliver(post(url))).toMatchObject({ kind: 'blocked', reason: 'loopback' })
    expect(receiver.opened()).toBe(1)
  })

  it('cannot be turned on a connection that is kept: that one stays where it was checked', async () => {
    const receiver = await test.receiver((_, response) => response.end('the first'))
    const dns = answering(['127.0.0.1'], ['10.0.0.1'])
    const deliverer = test.deliverer({ guard: { allow: ['127.0.0.1'], resolve: dns.resolve } })
    const url = `http://rebind.test:${receiver.port}/`
    for (let round = 0; round < 3; round += 1) {
      expect(await deliverer.deliver(post(url))).toMatchObject({ responseBody: 'the first' })
    }
    expect([dns.asked(), receiver.opened()]).toEqual([1, 1])
  })
})

it('a connection that ended where it may not is closed before anything is sent', async () => {
  let received = 0
  const receiver = await test.rawReceiver(
    (socket) => void socket.on('data', ({ length }) => (received += length)),
  )
  const guard = createGuard()
  // A resolver that lies past the guard: only the look at the open socket is left.
  const lying = { ...guard, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  const connector = createGuardedConnector(lying)
  const error = await new Promise((resolve) => {
    connector({ hostname: 'a.test', protocol: 'http:', port: String(receiver.port) }, (...result) =>
      resolve(result[0]),
    )
  })
  expect(error).toMatchObject({ code: 'TARGET_BLOCKED', reason: 'loopback' })
  await waitFor(() => receiver.opened() === 1 && receiver.sockets.size === 0, {
    ...{ deadlineMs: 5_000, describe: 'the connection to be closed' },
  })
  expect(received).toBe(0)
})

describe('the allow-list', () => {
  it('lets a delivery through by address, by range and by name', async () => {
    const receiver = await test.receiver((_, response) => response.end())
    const { resolve } = answering(['127.0.0.1'])
    for (const entry of ['127.0.0.1', '127.0.0.0/8', 'a.test', '*.test']) {
      const deliverer = test.deliverer({ guard: { allow: [entry], resolve } })
      expect((await deliverer.deliver(post(`http://a.test:${receiver.port}/`))).kind).toBe('delivered')
    }
  })

  it('of a name does not open the address under another name', async () => {
    const { resolve } = answering(['127.0.0.1'])
    const deliverer = test.deliverer({ guard: { allow: ['a.test'], resolve } })
    expect((await deliverer.deliver(post('http://b.test/'))).kind).toBe('blocked')
    expect((await deliverer.deliver(post('http://127.0.0.1/'))).kind).toBe('blocked')
  })
})

it('goes on to the next of several permitted addresses', async () => {
  const receiver = await test.receiver((_, response) => response.end('here'))
  // Nobody listens on 127.0.0.9 at that port.
  const { resolve } = answering(['127.0.0.9', '127.0.0.1'])
  const deliverer = test.deliverer({ guard: { allow: ['127.0.0.0/8'], resolve } })
  expect(await deliverer.deliver(post(`http://a.test:${receiver.port}/`))).toMatchObject({
    responseBody: 'here',
  })
})
