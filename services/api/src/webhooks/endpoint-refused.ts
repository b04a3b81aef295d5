import { ProblemError } from '@omnistream/common'
import type { InvalidEndpoint } from '@omnistream/hookgres'

const pointers: Readonly<Record<InvalidEndpoint['field'], string>> = {
  tenantId: '/tenant_id',
  url: '/url',
  description: '/description',
  eventTypes: '/event_types',
  metadata: '/metadata',
  rateLimit: '/rate_limit',
  secret: '/secret',
}

/**
 * What the library will not take, in its words. A URL that may not be called is 400 with a type of its own: it is well
 * formed, and this installation forbids it.
 */
export function endpointRefused({ field, error }: InvalidEndpoint): ProblemError {
  const isTarget = field === 'url'
  return new ProblemError(isTarget ? 400 : 422, {
    type: `urn:omnistream:problem:${isTarget ? 'webhook-target' : 'validation'}`,
    title: isTarget ? 'Webhook target refused' : 'Validation failed',
    detail: isTarget ? error : 'the body of the request is not valid',
    extensions: { in: 'body', errors: [{ pointer: pointers[field], detail: error }] },
  })
}
