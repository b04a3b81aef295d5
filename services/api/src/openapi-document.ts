import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from './http/env.ts'

const description = `The inbox, the audit, the replays and the outgoing webhooks of OmniStream.

Every answer is about the tenant of the API key. Lists are newest first and paged by opaque cursors that stay valid while
items come and go. Errors are application/problem+json (RFC 9457); a refused input names every problem in \`errors\`.
Unknown parameters are refused.`

/** The OpenAPI 3.1 document of the routes registered so far. */
export function openapiDocument(router: OpenAPIHono<ApiEnv>, version: string) {
  return router.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'OmniStream API',
      version,
      description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Conversations', description: 'Needs the scope inbox:read' },
      { name: 'Messages', description: 'Needs the scope inbox:read' },
      { name: 'Audit', description: 'Needs the scope audit:read' },
      { name: 'Replays', description: 'Needs the scope replay:write' },
      {
        name: 'Webhooks',
        description: 'Needs the scope webhooks:read, and webhooks:write for what changes something',
      },
    ],
  })
}
