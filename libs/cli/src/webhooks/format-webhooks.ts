import type { Delivery, DeliveryDetail, Endpoint, SentMessage } from '../api/webhook-shapes.ts'
import { minute } from '../ledger/format-ledger.ts'
import { formatPairs, formatTable } from '../output/table.ts'

const cellMax = 100

export function formatEndpoints(endpoints: readonly Endpoint[]): string {
  if (endpoints.length === 0) return 'no endpoints yet'
  return formatTable(
    ['id', 'url', 'events', 'created (UTC)', 'state'],
    endpoints.map((endpoint) => [
      ...[endpoint.id, endpoint.url, typesOf(endpoint), minute(endpoint.created_at), stateOf(endpoint)],
    ]),
  )
}

export const formatEndpoint = (endpoint: Endpoint): string =>
  formatPairs([
    ['endpoint', endpoint.id],
    ['url', endpoint.url],
    ['events', typesOf(endpoint)],
    ['state', stateOf(endpoint)],
    ['description', endpoint.description ?? ''],
    ['rate', endpoint.rate_limit === null ? 'no limit' : `${endpoint.rate_limit} a second at most`],
    [
      'secret',
      endpoint.previous_secret_expires_at === null
        ? 'one'
        : `the one before signs too until ${endpoint.previous_secret_expires_at}`,
    ],
    ['created', endpoint.created_at],
  ])

const typesOf = ({ event_types }: Endpoint): string => event_types?.join(',') ?? 'all'

function stateOf(endpoint: Endpoint): string {
  if (endpoint.disabled) return `disabled: ${endpoint.disabled_reason ?? 'no reason given'}`
  const parts = [
    endpoint.paused_at === null ? '' : `paused since ${minute(endpoint.paused_at)}`,
    endpoint.failing_since === null ? '' : `failing since ${minute(endpoint.failing_since)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'in use' : parts.join(', ')
}

export function formatMessages(messages: readonly SentMessage[]): string {
  if (messages.length === 0) return 'nothing was sent'
  return formatTable(
    ['id', 'sent (UTC)', 'type', 'key'],
    messages.map((one) => [one.id, minute(one.created_at), one.event_type, one.idempotency_key ?? '']),
  )
}

export function formatDeliveries(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'no deliveries match'
  return formatTable(
    ['id', 'sent (UTC)', 'type', 'endpoint', 'status', 'attempts', 'error'],
    deliveries.map((one) => [
      ...[one.id, minute(one.created_at), one.event_type, one.endpoint_id, statusOf(one)],
      ...[String(one.attempt_count), cut(one.last_error ?? '')],
    ]),
  )
}

/** A delivery with what each attempt came to, the newest first. */
export function formatDelivery(delivery: DeliveryDetail): string {
  const facts = formatPairs([
    ['delivery', delivery.id],
    ['message', `${delivery.message_id} ${delivery.event_type}`],
    ['endpoint', delivery.endpoint_id],
    ['status', statusOf(delivery)],
    ['next attempt', delivery.next_attempt_at ?? 'none'],
    ['error', delivery.last_error ?? ''],
  ])
  if (delivery.attempts.length === 0) return `${facts}\n\nno attempt yet`
  const rows = delivery.attempts.map((attempt) => [
    ...[String(attempt.attempt_number), attempt.created_at, String(attempt.status_code ?? '')],
    ...[`${attempt.duration_ms} ms`, cut(attempt.error ?? attempt.response_body ?? '')],
  ])
  return `${facts}\n\n${formatTable(['attempt', 'at', 'status', 'took', 'error or answer'], rows)}`
}

const statusOf = ({ status, held }: Delivery): string => (held ? 'held' : status)

/** What a stranger's server said goes to a terminal on one line and without control characters. */
function cut(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length <= cellMax ? line : `${line.slice(0, cellMax)}…`
}
