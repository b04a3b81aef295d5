import type { ChannelAnswer } from '@omnistream/channels'
import { type HttpEnv, ProblemError } from '@omnistream/common'
import type { Context } from 'hono'
import type { Received } from './receive/receive-webhook.ts'

/** The one place where what became of a webhook turns into an HTTP status. */
export function answer(
  c: Context<HttpEnv>,
  received: Received,
  acknowledgement: ChannelAnswer | undefined,
  retryAfterSeconds: number,
): Response {
  const event = c.get('event')
  event.outcome = received.kind
  switch (received.kind) {
    case 'stored':
      event.audit_id = received.auditId
      // Most providers read nothing but the status; Telegram would even run a body as a call of its API.
      return acknowledgement === undefined ? c.body(null, 200) : channelResponse(c, acknowledgement)
    case 'refused':
      event.signature_status = received.status
      throw new ProblemError(401, { title: 'Signature refused', detail: received.detail })
    case 'unknown account':
      throw new ProblemError(404, { detail: 'no account of this name is configured' })
    case 'unreadable':
      throw received.reason === 'too large'
        ? new ProblemError(413, { detail: 'the body inflates to more than this server takes' })
        : new ProblemError(received.reason === 'broken' ? 400 : 415, {
            detail: `the Content-Encoding is ${received.reason === 'broken' ? 'broken' : 'not supported'}`,
          })
    case 'overloaded':
      throw busy(retryAfterSeconds, 'too many webhooks are waiting to be stored')
    case 'unavailable':
      event.err = received.error
      throw busy(retryAfterSeconds, 'the webhook could not be stored')
  }
}

/** The text that a provider asked for. */
export const channelResponse = (
  c: Context<HttpEnv>,
  { body, status, contentType }: ChannelAnswer,
): Response =>
  c.body(body, status as 200, { 'content-type': contentType, 'x-content-type-options': 'nosniff' })

/** 503 makes the provider send it again; nothing pretends to be stored. */
const busy = (retryAfterSeconds: number, detail: string): ProblemError =>
  new ProblemError(503, { detail, headers: { 'retry-after': String(retryAfterSeconds) } })
