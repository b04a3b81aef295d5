import { errorCode } from '@omnistream/common/error-code'
import { z } from 'zod'
import { ApiError } from './api-error.ts'

export type Query = Readonly<Record<string, string | number | undefined>>

export type ApiClient = {
  url: string
  get<Schema extends z.ZodType>(path: string, query: Query, schema: Schema): Promise<z.output<Schema>>
  post<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>
  patch<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>
  delete(path: string): Promise<void>
  /** The bytes of an answer that is no JSON. */
  bytes(path: string): Promise<Buffer>
}

const problem = z.looseObject({
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })).optional(),
})

/**
 * Talks to the OmniStream API with one key.
 * @throws {ApiError} whose message is one line for a person; the key is never in it.
 */
export function createApiClient(options: { url: string; key: string; timeoutMs?: number }): ApiClient {
  const base = options.url.replace(/\/+$/, '')
  const { key, timeoutMs = 30_000 } = options

  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    let response: Response
    try {
      response = await fetch(base + path, {
        method,
        headers,
        ...json,
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw unreachable(base, error)
    }
    if (response.ok) return response
    throw refused(response.status, await readText(response))
  }
  const read = async <Schema extends z.ZodType>(
    response: Response,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const parsed = schema.safeParse(await readJson(response, base))
    if (parsed.success) return parsed.data
    throw new ApiError(
      'API_ANSWER_UNKNOWN',
      response.status,
      `${base} does not answer like this version of the API`,
      parsed.error,
    )
  }
  return {
    url: base,
    get: async (path, query, schema) => read(await ask('GET', path + queryString(query)), schema),
    post: async (path, body, schema) => read(await ask('POST', path, body), schema),
    patch: async (path, body, schema) => read(await ask('PATCH', path, body), schema),
    async delete(path) {
      await ask('DELETE', path)
    },
    async bytes(path) {
      const response = await ask('GET', path)
      return Buffer.from(await response.arrayBuffer())
    },
  }
}

function queryString(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => {
    return entry[1] !== undefined
  })
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

function unreachable(base: string, error: unknown): ApiError {
  const cause = error instanceof Error ? error.cause : undefined
  const code = errorCode(cause) ?? (error instanceof Error ? error.name : 'failed')
  return new ApiError('API_UNREACHABLE', 0, `the API at ${base} cannot be reached (${code})`, error)
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    // The status says enough where the body breaks off.
    return ''
  }
}

async function readJson(response: Response, base: string): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw unreachable(base, error)
  }
}

function refused(status: number, text: string): ApiError {
  let parsed: z.infer<typeof problem> = {}
  try {
    parsed = problem.parse(JSON.parse(text))
  } catch {
    // A proxy's page, for example: the status has to do.
  }
  const fields = (parsed.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')
  const said = [parsed.detail ?? parsed.title, fields].filter((part) => part).join(': ')
  const code = status >= 500 ? 'API_UNAVAILABLE' : 'API_REFUSED'
  return new ApiError(code, status, `the API answered ${status}${said === '' ? '' : `: ${said}`}`)
}
