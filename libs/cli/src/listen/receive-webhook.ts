import { verifyStandardWebhook } from '@omnistream/delivery/sign/verify-standard-webhook'

export type Received = {
  at: string
  type: string | null
  id: string | null
  /** `verified`, `unchecked` where there is no secret, or why it was refused. */
  verdict: string
  /** What was answered. */
  status: number
  ms: number
  bytes: number
  body: string
}

export type ReceiveOptions = {
  /** Any of them may have signed; none: nothing is checked. */
  secrets: readonly string[]
  /** Of the answer to what is good; 200 where left out. */
  status?: number
  /** Passes on what is good. Out: the status to answer. */
  forward?(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<number>
  now(): Date
  elapsedMs(): number
}

const bodyBytesMax = 8 * 1_048_576

/** Takes one request, judges it by Standard Webhooks on its raw bytes, and says what to answer. */
export async function receiveWebhook(request: Request, options: ReceiveOptions): Promise<Received> {
  const { secrets, now, elapsedMs } = options
  const begin = elapsedMs()
  const body = await readBody(request)
  const headers = Object.fromEntries(request.headers)
  const refused = refusalOf(request.method, headers, body, { secrets, now: now() })
  const text = Buffer.from(body ?? []).toString('utf8')
  const status = refused?.status ?? (await answerOf(request.headers, body ?? new Uint8Array(), options))
  return {
    at: now().toISOString(),
    type: typeOf(text),
    id: headers['webhook-id'] ?? null,
    verdict: refused?.verdict ?? (secrets.length === 0 ? 'unchecked' : 'verified'),
    ...{ status, ms: Math.round(elapsedMs() - begin), bytes: body?.length ?? 0, body: text },
  }
}

function refusalOf(
  method: string,
  headers: Record<string, string>,
  body: Uint8Array | undefined,
  options: { secrets: readonly string[]; now: Date },
): { status: number; verdict: string } | undefined {
  if (method !== 'POST') return { status: 405, verdict: 'not a POST' }
  if (body === undefined) return { status: 413, verdict: 'too large' }
  if (options.secrets.length === 0) return undefined
  const verdict = verifyStandardWebhook(headers, body, options)
  return verdict.ok ? undefined : { status: 401, verdict: words[verdict.reason] }
}

const words = {
  no_headers: 'no webhook headers',
  timestamp: 'no timestamp',
  too_old: 'too old',
  too_new: 'too new',
  no_match: 'wrong signature',
} as const

const answerOf = async (
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  { forward, status = 200 }: ReceiveOptions,
): Promise<number> => (forward === undefined ? status : await forward(headers, body))

/** Undefined for more than this command takes. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function typeOf(text: string): string | null {
  try {
    const { type } = JSON.parse(text) as { type?: unknown }
    return typeof type === 'string' ? type : null
  } catch {
    // No JSON, or null: the line says so by its missing type.
    return null
  }
}
