import { waitFor } from '@omnistream/common/wait-for'
import { afterEach, describe, expect, it } from 'vitest'
import type { Deliverer } from './create-deliverer.ts'
import type { DeliveryRequest } from './deliver.ts'
import type { Outcome } from './outcome.ts'
import { createTestDelivery } from './testing/test-deliverer.ts'

const test = createTestDelivery()
afterEach(test.clean)

const post = (url: string, rest: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  ...{ url, method: 'POST', headers: {}, body: Buffer.from('{}') },
  ...rest,
})

/** Sends `count` deliveries, `width` at a time. */
async function sendMany(
  deliverer: Deliverer,
  urls: string[],
  count: number,
  width: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) {
      const url = urls[next % urls.length] ?? ''
      next += 1
      outcomes.push(await deliverer.deliver(post(url)))
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return outcomes
}
/** The code of the outcome, or its kind. */
async function deliver(deliverer: Deliverer, url: string, rest: Partial<DeliveryRequest>): Promise<string> {
  const outcome = await deliverer.deliver(post(url, rest))
  return outcome.kind === 'retryable' ? outcome.code : outcome.kind
}
const delivered = (outcomes: Outcome[]): number => outcomes.filter(({ kind }) => kind === 'delivered').length

describe('connections', () => {
  it.each([
    ['no body', ''],
    ['a body that is kept whole', 'ok'],
    ['a body that is cut', 'x'.repeat(20_000)],
  ])('are kept: 200 deliveries by 8 open 8 at most, answered with %s (lessons #32)', async (_, body) => {
    const receiver = await test.receiver((_request, response) => {
      response.writeHead(200, { 'content-length': body.length }).end(body)
    })
    const deliverer = test.deliverer()
    expect(delivered(await sendMany(deliverer, [receiver.url], 200, 8))).toBe(200)
    expect(receiver.opened()).toBeLessThanOrEqual(8)
  })

  it('are kept after errors of the receiver too', async () => {
    const receiver = await test.receiver((_, response) => response.writeHead(500).end('sorry'))
    await sendMany(test.deliverer(), [receiver.url], 50, 2)
    expect(receiver.opened()).toBeLessThanOrEqual(2)
  })

  it('to one receiver are bounded; the others wait their turn', async () => {
    let most = 0
    const receiver = await test.receiver((_, response) => {
      most = Math.max(most, receiver.sockets.size)
      setImmediate(() => response.end())
    })
    const deliverer = test.deliverer({ connections: { perOrigin: 3 } })
    expect(delivered(await sendMany(deliverer, [receiver.url], 60, 20))).toBe(60)
    expect(most).toBeLessThanOrEqual(3)
  })

  it('in all are bounded, also over many receivers, and none of them starves', async () => {
    let most = 0
    const receivers = await Promise.all(
      Array.from({ length: 6 }, () =>
        test.receiver((_, response) => {
          most = Math.max(most, deliverer.connections().open)
          setImmediate(() => response.end())
        }),
      ),
    )
    const deliverer = test.deliverer({ connections: { perOrigin: 4, total: 4 } })
    const urls = receivers.map(({ url }) => url)
    expect(delivered(await sendMany(deliverer, urls, 120, 24))).toBe(120)
    expect(most).toBeLessThanOrEqual(4)
    expect(deliverer.connections().open).toBeLessThanOrEqual(4)
  })

  it('of a slow receiver do not keep others from being served', async () => {
    const slow = await test.receiver(() => {})
    const quick = await test.receiver((_, response) => response.end())
    const deliverer = test.deliverer({ connections: { perOrigin: 2, total: 3 } })
    const send = (totalMs: number) => deliver(deliverer, slow.url, { timeouts: { totalMs } })
    const held = [send(1_500), send(1_500)]
    await waitFor(() => slow.opened() === 2, { deadlineMs: 5_000, describe: 'both connections' })
    const waiting = [send(400), send(400)]
    expect(delivered(await sendMany(deliverer, [quick.url], 20, 4))).toBe(20)
    expect(await Promise.all(waiting)).toEqual(['no_connection', 'no_connection'])
    expect(await Promise.all(held)).toEqual(['timeout', 'timeout'])
    expect(slow.opened()).toBe(2)
  })

  it('that are not used are closed after their time', async () => {
    const receiver = await test.receiver((_, response) => response.end())
    const deliverer = test.deliverer({ connections: { idleMs: 100 } })
    await deliverer.deliver(post(receiver.url))
    await waitFor(() => deliverer.connections().open === 0 && receiver.sockets.size === 0, {
      ...{ deadlineMs: 5_000, describe: 'the idle connection to be closed' },
    })
  })

  it('that the receiver closes after each answer are opened anew, without a failure', async () => {
    const receiver = await test.receiver((_, response) => {
      response.writeHead(200, { connection: 'close' }).end()
    })
    const deliverer = test.deliverer()
    expect(delivered(await sendMany(deliverer, [receiver.url], 20, 4))).toBe(20)
    await waitFor(() => deliverer.connections().open === 0, { deadlineMs: 5_000, describe: 'no connection' })
  })

  it('that the receiver closes while idle are not used again', async () => {
    const receiver = await test.receiver((_, response) => response.end())
    const deliverer = test.deliverer()
    await deliverer.deliver(post(receiver.url))
    for (const socket of receiver.sockets) socket.destroy()
    await waitFor(() => deliverer.connections().open === 0, { deadlineMs: 5_000, describe: 'no connection' })
    expect((await deliverer.deliver(post(receiver.url))).kind).toBe('delivered')
  })

  it('that the receiver closes just when a request is sent give a retryable outcome', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
    const receiver = await test.rawReceiver((socket) => {
      socket.once('data', () => {
        socket.write(answer)
        socket.once('data', () => socket.resetAndDestroy())
      })
    })
    const deliverer = test.deliverer()
    expect((await deliverer.deliver(post(receiver.url))).kind).toBe('delivered')
    expect(await deliverer.deliver(post(receiver.url))).toMatchObject({
      ...{ kind: 'retryable', code: 'closed' },
      error: 'The connection was closed before the answer was complete',
    })
    expect((await deliverer.deliver(post(receiver.url))).kind).toBe('delivered')
    expect(receiver.opened()).toBe(2)
  })
})

describe('close', () => {
  it('waits for what is in flight, and refuses what comes later', async () => {
    let release = (): void => {}
    const receiver = await test.receiver((_, response) => {
      release = () => response.end('late')
    })
    const deliverer = test.deliverer()
    const sending = deliverer.deliver(post(receiver.url))
    await waitFor(() => receiver.opened() === 1, { deadlineMs: 5_000, describe: 'the request' })
    const closing = deliverer.close()
    expect(await deliverer.deliver(post(receiver.url))).toMatchObject({ kind: 'retryable', code: 'stopped' })
    await waitFor(
      () => {
        release()
        return receiver.sockets.size === 0
      },
      { deadlineMs: 5_000, describe: 'the connection to be closed' },
    )
    expect(await sending).toMatchObject({ kind: 'delivered', responseBody: 'late' })
    await closing
  })

  it('lets those go that wait for a connection', async () => {
    const receiver = await test.receiver(() => {})
    const deliverer = test.deliverer({ connections: { perOrigin: 1 } })
    const timeouts = { headersMs: 300 }
    const both = [1, 2].map(() => deliver(deliverer, receiver.url, { timeouts }))
    await waitFor(() => receiver.opened() === 1, { deadlineMs: 5_000, describe: 'the request' })
    await deliverer.close()
    expect(await Promise.all(both)).toEqual(['timeout_headers', 'stopped'])
  })
})
