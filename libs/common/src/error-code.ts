/** The `code` of any thrown value (ours, Node's `ECONNREFUSED`, an SQLSTATE, a MongoDB number), as a string. */
export const errorCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}
