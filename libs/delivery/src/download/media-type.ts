/** `image/png` of `Image/PNG; charset=x`; undefined for no header and for what is no type. */
export function mediaType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : undefined
}

/** True if a type is in a list of types (`audio/ogg`) and groups of types (`image/*`). */
export function matchesType(type: string | undefined, list: readonly string[]): boolean {
  if (type === undefined) return false
  return list.some((entry) => {
    const wanted = entry.toLowerCase()
    return (
      wanted === '*/*' || wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)))
    )
  })
}
