import type { Element } from './read-elements.ts'

/** The text of a string field, or undefined when the field is missing or of another type. */
export function stringValue(document: Buffer, element: Element | undefined): string | undefined {
  if (element?.type !== 2) return undefined
  return document.toString('utf8', element.start + 4, element.end - 1)
}

/** An integer field as a bigint; a double counts when it is whole (shells send those). */
export function integerValue(document: Buffer, element: Element | undefined): bigint | undefined {
  if (!element) return undefined
  if (element.type === 16) return BigInt(document.readInt32LE(element.start))
  if (element.type === 18) return document.readBigInt64LE(element.start)
  if (element.type !== 1) return undefined
  const value = document.readDoubleLE(element.start)
  return Number.isInteger(value) ? BigInt(value) : undefined
}

/** A boolean field, or a number read as MongoDB does (0 is false). */
export function booleanValue(document: Buffer, element: Element | undefined): boolean | undefined {
  if (element?.type === 8) return document[element.start] === 1
  const number = integerValue(document, element)
  return number === undefined ? undefined : number !== 0n
}

/** The bytes of an embedded document. */
export function documentValue(document: Buffer, element: Element | undefined): Buffer | undefined {
  if (element?.type !== 3) return undefined
  return document.subarray(element.start, element.end)
}
