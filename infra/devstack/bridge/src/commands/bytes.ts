/**
 * A column that must hold bytes: `bytea`, or text in base64. Pages come as base64 because pg reads results
 * as text, and base64 is a third shorter than PostgreSQL's hex and decoded ten times faster.
 * @throws TypeError when the SQL and the code do not fit together
 */
export function bytesColumn(row: unknown[] | undefined, index: number): Buffer {
  const value = row?.[index]
  if (typeof value === 'string') return Buffer.from(value, 'base64')
  if (!Buffer.isBuffer(value)) throw new TypeError(`column ${index} of a DocumentDB answer is not bytes`)
  return value
}
