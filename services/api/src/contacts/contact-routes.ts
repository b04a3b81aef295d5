import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { badCursor } from '../http/bad-cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { listContactsInput } from './contact-inputs.ts'
import { contactDetailSchema, contactListSchema } from './contact-schema.ts'
import { addContactMerges } from './merge-routes.ts'

const tags = ['Contacts']

type Auth = MiddlewareHandler<ApiEnv>

/** `/v1/contacts`: the people who write, and which of them are one. */
export function contactRoutes(deps: ApiDeps, read: Auth, write: Auth): ApiRouter {
  const router = createRouter()
  addList(router, deps, read)
  addDetail(router, deps, read)
  addContactMerges(router, deps, write)
  return router
}

function addList(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/contacts', tags, security: secured, middleware: [auth] as const },
    operationId: 'listContacts',
    summary: 'Contacts by an identity, by the beginning of their name, or all of them, the newest first',
    request: { query: listContactsInput },
    responses: { 200: ok('A page of contacts', contactListSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const found = await deps.contacts.list(c.get('principal').tenantId, c.req.valid('query'))
    if (!found.ok) throw badCursor('cursor')
    return c.json({ data: found.data, page: { next: found.next } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/contacts/{id}', tags, security: secured, middleware: [auth] as const },
    operationId: 'getContact',
    summary: 'One contact with its identities, merges and conversations',
    request: { params: z.strictObject({ id: uuidInput('Contact') }), query: noQuery },
    responses: { 200: ok('The contact', contactDetailSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const found = await deps.contacts.get(c.get('principal').tenantId, c.req.valid('param').id)
    if (found === undefined) throw notFound('contact')
    return c.json(found, 200)
  })
}
