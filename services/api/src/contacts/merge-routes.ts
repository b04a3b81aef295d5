import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@omnistream/common'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { mergeContactInput } from './contact-inputs.ts'
import { contactMergeSchema } from './contact-schema.ts'
import type { MergeOutcome } from './contact-store.ts'

const tags = ['Contacts']

type Auth = MiddlewareHandler<ApiEnv>

/** Two contacts that are one person, and two that were taken for one. The engine moves what hangs on them. */
export function addContactMerges(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  addMerge(router, deps, auth)
  addUndo(router, deps, auth)
}

function addMerge(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{
      method: 'post',
      path: '/v1/contacts/{id}/merge',
      tags,
      security: secured,
      middleware: [auth] as const,
    },
    operationId: 'mergeContact',
    summary: 'Merge a contact into another of the same account; their messages follow',
    request: {
      params: z.strictObject({ id: uuidInput('The contact that becomes part of the other') }),
      query: noQuery,
      body: { required: true, content: { 'application/json': { schema: mergeContactInput } } },
    },
    responses: { 200: ok('The merge', contactMergeSchema), ...problems(400, 404, 409, 422) },
  })
  router.openapi(route, async (c) => {
    const { into, reason } = c.req.valid('json')
    const { tenantId, keyId } = c.get('principal')
    const outcome = await deps.contacts.merge(tenantId, {
      ...{ from: c.req.valid('param').id, into, reason },
      ...{ createdBy: `api-key:${keyId}`, now: deps.now() },
    })
    if (outcome.ok) return c.json(outcome.merge, 200)
    throw refusal(outcome)
  })
}

function refusal(outcome: Extract<MergeOutcome, { ok: false }>): ProblemError {
  switch (outcome.reason) {
    case 'from_not_found':
      return notFound('contact')
    case 'into_not_found':
      return new ProblemError(404, { detail: 'there is no contact with the id in `into`' })
    case 'same':
      return new ProblemError(409, { detail: 'the two are one contact already' })
    case 'other_account':
      return new ProblemError(409, { detail: 'contacts of different accounts cannot be merged' })
    case 'merged_elsewhere':
      return new ProblemError(409, {
        detail: 'the contact is part of another one: merge that one, or undo its merge first',
        extensions: { merged_into: outcome.mergedInto },
      })
  }
}

function addUndo(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{
      method: 'post',
      path: '/v1/contacts/merges/{id}/undo',
      tags,
      security: secured,
      middleware: [auth] as const,
    },
    operationId: 'undoContactMerge',
    summary: 'Take a merge apart; the two are not merged again unless somebody asks for it',
    request: { params: z.strictObject({ id: uuidInput('Merge') }), query: noQuery },
    responses: { 200: ok('The merge as it is now', contactMergeSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const { tenantId, keyId } = c.get('principal')
    const change = { undoneBy: `api-key:${keyId}`, now: deps.now() }
    const merge = await deps.contacts.undo(tenantId, c.req.valid('param').id, change)
    if (merge === undefined) throw notFound('merge')
    return c.json(merge, 200)
  })
}
