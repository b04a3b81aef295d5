import { channelById, type InboundRequest } from '@omnistream/channels'
import {
  createHttpApp,
  formatTraceparent,
  type HealthCheck,
  type HttpApp,
  type HttpEnv,
  type Logger,
  type Metrics,
  ProblemError,
} from '@omnistream/common'
import type { Context } from 'hono'
import { answer, channelResponse } from './answer.ts'
import { handshakeKeys } from './receive/handshake-keys.ts'
import { type ReceiveDeps, receiveWebhook } from './receive/receive-webhook.ts'
import { type ProxyTrust, sourceAddress } from './receive/source-address.ts'

const accountMissing = 'webhooks of this channel do not name their account: call /webhooks/:channel/:account'

export type IngestorAppDeps = ReceiveDeps & {
  logger: Logger
  metrics: Metrics
  health: readonly HealthCheck[]
  proxies: ProxyTrust
  publicUrl: string | undefined
  retryAfterSeconds: number
}

/** The HTTP edge: `GET` and `POST /webhooks/:channel` and `/webhooks/:channel/:account`. */
export function createIngestorApp(deps: IngestorAppDeps): HttpApp {
  const app = createHttpApp({
    service: 'webhook-ingestor',
    logger: deps.logger,
    metrics: deps.metrics,
    health: deps.health,
    bodyLimitBytes: deps.maxBodyBytes,
  })
  const outcomes = deps.metrics.counter('webhooks_received_total', 'Webhooks by what became of them', [
    'channel',
    'outcome',
  ])

  const receive = async (c: Context<HttpEnv>): Promise<Response> => {
    const channel = channelById(c.req.param('channel') ?? '')
    if (!channel) throw new ProblemError(404, { detail: 'there is no channel of this name' })
    const accountKey = c.req.param('account')
    if (accountKey === undefined && channel.accountInPath)
      throw new ProblemError(404, { detail: accountMissing })
    const peer = peerOf(c)
    const request = await inboundRequest(c, deps, peer)
    const shaken = channel.handshake(request, handshakeKeys(deps, channel.id, accountKey))
    if (shaken) {
      outcomes.inc({
        channel: channel.id,
        outcome: shaken.status === 200 ? 'handshake' : 'handshake refused',
      })
      return channelResponse(c, shaken)
    }
    if (c.req.method === 'GET' && !channel.byGet)
      throw new ProblemError(400, { detail: 'this is no handshake of the provider' })
    const received = await receiveWebhook(
      {
        channel,
        accountKey,
        request,
        sourceIp: sourceAddress(peer, request.headers['x-forwarded-for'], deps.proxies),
        requestId: c.get('requestId'),
        traceparent: formatTraceparent(c.get('trace')),
      },
      deps,
    )
    outcomes.inc({ channel: channel.id, outcome: received.kind })
    return answer(c, received, channel.acknowledgement, deps.retryAfterSeconds)
  }

  app.get('/webhooks/:channel', receive)
  app.post('/webhooks/:channel', receive)
  app.get('/webhooks/:channel/:account', receive)
  app.post('/webhooks/:channel/:account', receive)
  return app
}

/** The peer of the socket; empty where the app is called without one (tests). */
function peerOf(c: Context<HttpEnv>): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? ''
}

/** Node has them lowercased and joined already; to make them anew costs as much as checking the signature. */
function headersOf(c: Context<HttpEnv>): Record<string, string> {
  const env = c.env as { incoming?: { headers?: Record<string, string | string[] | undefined> } } | undefined
  const raw = env?.incoming?.headers
  if (!raw) return c.req.header()
  // A header may be called __proto__: it must become a field like any other.
  const entries: [string, string][] = []
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) entries.push([name, typeof value === 'string' ? value : value.join(', ')])
  }
  return Object.fromEntries(entries)
}

async function inboundRequest(
  c: Context<HttpEnv>,
  deps: IngestorAppDeps,
  peer: string,
): Promise<InboundRequest> {
  const headers = headersOf(c)
  return {
    method: c.req.method,
    url: publicUrl(c, deps, peer, headers),
    headers,
    body: c.req.method === 'GET' ? new Uint8Array() : new Uint8Array(await c.req.arrayBuffer()),
    receivedAt: deps.now(),
  }
}

/** The URL as the provider called it: some providers sign it. */
function publicUrl(
  c: Context<HttpEnv>,
  deps: IngestorAppDeps,
  peer: string,
  headers: Record<string, string>,
): string {
  const target = requestTarget(c)
  if (deps.publicUrl !== undefined) return deps.publicUrl.replace(/\/+$/, '') + target
  if (!deps.proxies.trusts(peer)) return c.req.url.slice(0, originLength(c.req.url)) + target
  const scheme = headers['x-forwarded-proto']?.split(',')[0]?.trim()
  const host = headers['x-forwarded-host']?.split(',')[0]?.trim()
  const origin = `${scheme ?? 'http'}://${host ?? headers.host ?? ''}`
  return origin + target
}

/** As it stood in the request line: a parsed URL writes an apostrophe in another way, and the signature fails. */
function requestTarget(c: Context<HttpEnv>): string {
  const env = c.env as { incoming?: { url?: string } } | undefined
  const raw = env?.incoming?.url ?? ''
  return raw.startsWith('/') ? raw : c.req.url.slice(originLength(c.req.url))
}

const originLength = (url: string): number => {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  return path === -1 ? url.length : path
}
