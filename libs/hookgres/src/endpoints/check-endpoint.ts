import { BlockedError, type Guard } from '@omnistream/delivery'
import { isEventType, isKey, isStorable } from '../storable.ts'

export type EndpointInput = {
  tenantId: string
  url: string
  description?: string | null | undefined
  /** null or left out: every event type. */
  eventTypes?: readonly string[] | null | undefined
  metadata?: Record<string, unknown> | undefined
  /** Requests a second; null or left out: no limit. */
  rateLimit?: number | null | undefined
  /** One of the caller's own: `whsec_` and 24 to 64 bytes in base64. */
  secret?: string | undefined
}

export type InvalidEndpoint = {
  ok: false
  reason: 'invalid'
  field: keyof EndpointInput
  /** For people. */
  error: string
}

const descriptionCharsMax = 1_000
const eventTypesMax = 200
const metadataCharsMax = 16_384
const urlCharsMax = 2_048
const rateLimitMax = 100_000

/** What is wrong with an endpoint, undefined for nothing. Of the URL only its shape and a literal address are judged. */
export function checkEndpoint(
  input: { [Field in keyof EndpointInput]?: EndpointInput[Field] | undefined },
  guard: Guard,
): InvalidEndpoint | undefined {
  const { tenantId, url, description, eventTypes, metadata, rateLimit, secret } = input
  if (tenantId !== undefined && !isKey(tenantId)) return invalid('tenantId', 'It is empty or too long')
  if (url !== undefined) {
    const error = urlProblem(url, guard)
    if (error !== undefined) return invalid('url', error)
  }
  if (typeof description === 'string' && !isStorable(description, descriptionCharsMax))
    return invalid('description', `At most ${descriptionCharsMax} characters, without NUL`)
  if (eventTypes && !areEventTypes(eventTypes))
    return invalid('eventTypes', `1 to ${eventTypesMax} names of letters, digits and . _ - : /`)
  if (metadata !== undefined && !isStorable(JSON.stringify(metadata), metadataCharsMax, /\\u0000/))
    return invalid('metadata', `An object of at most ${metadataCharsMax} characters as JSON, without NUL`)
  if (
    typeof rateLimit === 'number' &&
    !(Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= rateLimitMax)
  )
    return invalid('rateLimit', `A whole number from 1 to ${rateLimitMax} requests a second`)
  if (secret !== undefined && !isSecret(secret))
    return invalid('secret', 'whsec_ followed by 24 to 64 bytes in base64')
  return undefined
}

const invalid = (field: keyof EndpointInput, error: string): InvalidEndpoint => ({
  ok: false,
  reason: 'invalid',
  field,
  error,
})

function urlProblem(url: string, guard: Guard): string | undefined {
  if (!isStorable(url, urlCharsMax)) return `At most ${urlCharsMax} characters`
  try {
    guard.target(url)
    return undefined
  } catch (error) {
    if (error instanceof BlockedError) return error.message
    throw error
  }
}

const areEventTypes = (types: readonly string[]): boolean =>
  types.length > 0 && types.length <= eventTypesMax && types.every(isEventType)

function isSecret(secret: string): boolean {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (text === undefined) return false
  const key = Buffer.from(text, 'base64')
  return key.toString('base64') === text && key.length >= 24 && key.length <= 64
}
