/** A webhook as a file: header lines, an empty line, and the bytes as they came. */
export type HttpFile = {
  headers: Readonly<Record<string, string>>
  /** The account in the callback's path, where the file tells it. */
  account?: string
  body: Uint8Array
}

export type HttpFileOutcome = ({ ok: true } & HttpFile) | { ok: false; error: string }

/** Not of the provider: what the callback's path named, for channels whose payloads do not. */
const accountHeader = 'x-omnistream-account'

/** Reads such a file; header names are lowercased, and lines may end as on the wire. */
export function readHttpFile(bytes: Uint8Array): HttpFileOutcome {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = endOfHeaders(file)
  if (end === undefined) return { ok: false, error: 'there is no empty line after the headers' }
  const headers: [string, string][] = []
  for (const line of file.subarray(0, end.headers).toString('latin1').split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 1) return { ok: false, error: 'a header line has no name and colon' }
    headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()])
  }
  const { [accountHeader]: account, ...others } = Object.fromEntries(headers)
  const body = bytes.subarray(end.body)
  if (account === undefined) return { ok: true, headers: others, body }
  const named = decoded(account)
  if (named === undefined) return { ok: false, error: `${accountHeader} is wrongly escaped` }
  return { ok: true, headers: others, account: named, body }
}

/** The file of a webhook, which `readHttpFile` gives back. */
export function writeHttpFile({ headers, account, body }: HttpFile): Uint8Array {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  // Escaped, because a path may hold what a header may not.
  if (account !== undefined) lines.push(`${accountHeader}: ${encodeURI(account)}\n`)
  return Buffer.concat([Buffer.from(`${lines.join('')}\n`, 'latin1'), body])
}

function endOfHeaders(file: Buffer): { headers: number; body: number } | undefined {
  const wire = file.indexOf('\r\n\r\n')
  const plain = file.indexOf('\n\n')
  if (wire !== -1 && (plain === -1 || wire < plain)) return { headers: wire, body: wire + 4 }
  return plain === -1 ? undefined : { headers: plain, body: plain + 2 }
}

function decoded(account: string): string | undefined {
  try {
    return decodeURI(account)
  } catch {
    return undefined
  }
}
