import type { Document } from 'mongodb'

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null

/** What stands at a dotted path of embedded documents; undefined where nothing does. */
export function valueAt(document: Document, path: string): unknown {
  let value: unknown = document
  for (const step of path.split('.')) value = isDocument(value) ? value[step] : undefined
  return value
}

/** The document with another value at a dotted path; its fields keep their order, and the given one its content. */
export function withValueAt(document: Document, path: string, value: unknown): Document {
  const [step = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...document, [step]: value }
  const inner: unknown = document[step]
  return { ...document, [step]: withValueAt(isDocument(inner) ? inner : {}, rest.join('.'), value) }
}
