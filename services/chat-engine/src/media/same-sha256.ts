/**
 * Whether what a provider says is this SHA-256 (hex). Providers write it as hex or base64; what is neither says nothing,
 * and is taken for true.
 */
export function sameSha256(said: string | undefined, hex: string): boolean {
  if (said === undefined) return true
  if (/^[0-9a-f]{64}$/i.test(said)) return said.toLowerCase() === hex
  const bytes = Buffer.from(said, 'base64')
  return bytes.length !== 32 || bytes.toString('hex') === hex
}
