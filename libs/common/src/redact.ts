/**
 * What may not come out of a log, whatever object it sits in: names of fields that hold secrets or what people
 * wrote, and credentials inside longer strings.
 */
const secretNames = new Set(
  [
    ...['authorization', 'proxy_authorization', 'cookie', 'set_cookie', 'password', 'passphrase', 'passwd'],
    ...['secret', 'secrets', 'app_secret', 'app_secrets', 'client_secret', 'token', 'tokens', 'access_token'],
    'access_tokens',
    ...[
      'refresh_token',
      'verify_token',
      'verify_tokens',
      'hub.verify_token',
      'id_token',
      'api_key',
      'x_api_key',
    ],
    ...['apikey', 'encryption_key', 'encryption_keys', 'private_key', 'secrets_encrypted', 'signature'],
    ...['x_hub_signature', 'x_hub_signature_256', 'x_telegram_bot_api_secret_token', 'credentials'],
    ...[
      'body',
      'raw_body',
      'raw',
      'payload',
      'content',
      'caption',
      'preview',
      'last_message_preview',
      'bytes_raw',
    ],
  ].map((name) => foldName(name)),
)

const maxDepth = 8
const hidden = '[redacted]'

function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-.]/g, '')
}

const foldedNames = new Map<string, boolean>()
const foldedNamesMax = 5_000

/** Field names repeat without end, so their verdict is remembered; the memory is bounded. */
const isSecretName = (name: string): boolean => {
  const known = foldedNames.get(name)
  if (known !== undefined) return known
  const verdict = secretNames.has(foldName(name))
  if (foldedNames.size < foldedNamesMax) foldedNames.set(name, verdict)
  return verdict
}

const uriPassword = /\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"'\\]*):[^\s@"'\\]+@/gi
const secretParameter = /([?&](?:[\w.-]*(?:token|secret|password|api_?key|signature))=)[^\s&"'#\\]+/gi
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi
const ownKey = /\bomni_([A-Za-z0-9]{8})_[A-Za-z0-9]{16,}/g

/** Takes passwords of URIs, secret query parameters, bearer credentials and API keys out of a string. */
export const scrub = (text: string): string =>
  // A line without `://` need not be searched for URIs; that search costs the most of the four.
  (text.includes('://') ? text.replace(uriPassword, `$1:${hidden}@`) : text)
    .replace(secretParameter, `$1${hidden}`)
    .replace(bearer, `$1 ${hidden}`)
    .replace(ownKey, `omni_$1_${hidden}`)

/** Drivers hang whole clients and sockets on their errors: of the extra fields only plain values are told. */
const redactError = (error: Error, depth: number): Record<string, unknown> => ({
  ...redactFields(plainFields(error), depth),
  type: error.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
})

const plainFields = (error: Error): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(error).filter(([, field]) => typeof field !== 'object' && typeof field !== 'function'),
  )

const redactFields = (value: object, depth: number): Record<string, unknown> => {
  const out: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue
    out[key] = isSecretName(key) ? hidden : redactValue(field, depth + 1)
  }
  return out
}

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > maxDepth) return '[too deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`
  return redactFields(value, depth)
}

/** A copy of a log object without secrets and bodies, at any depth; errors become plain objects. */
export const redact = (fields: object): Record<string, unknown> => redactFields(fields, 0)
