/** A column that must hold bytes; anything else means the SQL and the code do not fit together. */
export function bytesColumn(row: unknown[] | undefined, index: number): Buffer {
  const value = row?.[index]
  if (!Buffer.isBuffer(value)) throw new TypeError(`column ${index} of a DocumentDB answer is not bytes`)
  return value
}
