import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@omnistream/common'
import type { ByteRange } from '@omnistream/media'
import type { MediaDocument } from '@omnistream/mongo/documents'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { runFind } from '../http/run-find.ts'
import { byteRange } from './byte-range.ts'
import { mediaHeaders } from './media-headers.ts'
import { mediumQuery } from './media-queries.ts'

const binary = { '*/*': { schema: { type: 'string' as const, format: 'binary' } } }

/** `/v1/media/{id}`: the bytes that the engine has stored. */
export function mediaRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  const route = createRoute({
    ...{ method: 'get', path: '/v1/media/{id}', tags: ['Messages'], security: secured },
    middleware: [auth] as const,
    operationId: 'getMedium',
    summary: 'The bytes of a stored medium, whole or a part of them (Range)',
    request: { params: z.strictObject({ id: uuidInput('Medium: `media_id` of a message') }), query: noQuery },
    responses: {
      200: { description: 'The bytes', content: binary },
      206: { description: 'The asked part', content: binary },
      304: { description: 'If-None-Match names what is there' },
      ...problems(400, 404, 409, 416, 504),
    },
  })
  router.openapi(route, async (c) => {
    const spec = mediumQuery(deps.uuids, c.get('principal').tenantId, c.req.valid('param').id)
    const [medium] = await runFind(deps.collections.media, spec, deps.queryBudgetMs)
    const { key, size } = requireStored(medium)
    const headers = mediaHeaders(medium as MediaDocument)
    if (headers.etag !== undefined && c.req.header('if-none-match') === headers.etag) {
      return c.body(null, 304, headers)
    }
    const range = byteRange(c.req.header('range'), size)
    if (range === 'unsatisfiable') throw unsatisfiable(size)
    const length = range === undefined ? size : range.end - range.start + 1
    const sized = { ...headers, 'content-length': String(length) }
    const body = c.req.method === 'HEAD' ? '' : await open(deps, key, range)
    if (range === undefined) return c.body(body, 200, sized)
    return c.body(body, 206, { ...sized, 'content-range': `bytes ${range.start}-${range.end}/${size}` })
  })
  return router
}

function requireStored(medium: MediaDocument | undefined): { key: string; size: number } {
  if (medium === undefined) throw notFound('medium')
  const { state, storage_key, bytes, error } = medium
  if (state === 'stored' && storage_key !== undefined && bytes !== undefined) {
    return { key: storage_key, size: bytes }
  }
  const reason = error === undefined ? '' : `: ${error}`
  if (state === 'pending') {
    const detail = `the medium has not been fetched yet${reason}`
    throw new ProblemError(409, { detail, extensions: { state }, headers: { 'retry-after': '5' } })
  }
  throw new ProblemError(404, {
    detail: `the medium is not stored, it is ${state}${reason}`,
    extensions: { state },
  })
}

async function open(
  { mediaStore }: ApiDeps,
  key: string,
  range: ByteRange | undefined,
): Promise<ReadableStream> {
  const stream = await mediaStore?.get(key, range)
  if (stream) return Readable.toWeb(stream) as ReadableStream
  const detail = mediaStore
    ? 'the medium was stored, but is no longer in the media storage'
    : 'no media storage is configured for the API (MEDIA_STORAGE)'
  throw new ProblemError(404, { detail, extensions: { state: 'stored' } })
}

const unsatisfiable = (size: number): ProblemError =>
  new ProblemError(416, {
    detail: `the medium has ${size} bytes, and none in this range`,
    headers: { 'content-range': `bytes */${size}` },
  })
