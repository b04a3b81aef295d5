import { randomBytes } from './random-bytes.ts'

/** W3C Trace Context: who called, and what this call belongs to. Ids are lowercase hex. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean }

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const zeroTrace = '0'.repeat(32)
const zeroSpan = '0'.repeat(16)

type Random = (size: number) => Buffer

/** Reads a `traceparent` header (W3C Trace Context, 3.2); undefined for one that must be ignored. */
export const parseTraceparent = (header: string | undefined): TraceContext | undefined => {
  const match = header === undefined ? null : shape.exec(header.trim())
  if (match === null) return undefined
  const [, version, traceId = zeroTrace, spanId = zeroSpan, flags = '00', rest] = match
  // Later versions may append fields; version 00 may not, and ff is forbidden.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (traceId === zeroTrace || spanId === zeroSpan) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header for a call made under this context. */
export const formatTraceparent = (trace: TraceContext): string =>
  `00-${trace.traceId}-${trace.spanId}-${trace.sampled ? '01' : '00'}`

/** Begins a trace. */
export const newTrace = (random: Random = randomBytes): TraceContext => ({
  traceId: nonZeroHex(16, random),
  spanId: nonZeroHex(8, random),
  sampled: true,
})

/** A step of the same trace, with its own id. */
export const childTrace = (parent: TraceContext, random: Random = randomBytes): TraceContext => ({
  ...parent,
  spanId: nonZeroHex(8, random),
})

const nonZeroHex = (size: number, random: Random): string => {
  const hex = random(size).toString('hex')
  return /[^0]/.test(hex) ? hex : `${hex.slice(1)}1`
}
