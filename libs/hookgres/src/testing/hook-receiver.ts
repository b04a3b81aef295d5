import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { readBody, startReceiver } from '@omnistream/delivery/testing/test-receiver'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; id: string; at: number }

export type HookReceiver = {
  url: string
  received: Received[]
  close(): Promise<void>
}

/** A status, or what to do with the answer. */
export type Answer = (
  hook: Received,
  response: ServerResponse,
) => number | undefined | Promise<number | undefined>

/** A tenant's service that notes what it gets and answers 204 where nothing else is said. */
export async function startHookReceiver(answer: Answer = () => 204): Promise<HookReceiver> {
  const received: Received[] = []
  const receiver = await startReceiver(async (request, response) => {
    const body = (await readBody(request)).toString('utf8')
    const hook = {
      ...{ path: request.url ?? '', headers: request.headers, body, at: performance.now() },
      id: String(request.headers['webhook-id']),
    }
    received.push(hook)
    const status = await answer(hook, response)
    if (status !== undefined) response.writeHead(status).end()
  })
  return { url: receiver.url, received, close: receiver.close }
}
