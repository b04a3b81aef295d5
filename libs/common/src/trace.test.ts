import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childTrace, formatTraceparent, newTrace, parseTraceparent } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

describe('traceparent', () => {
  it('reads the example of the recommendation', () => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, sampled: true })
    expect(parseTraceparent(`00-${traceId}-${spanId}-00`)?.sampled).toBe(false)
  })

  it('reads a later version with more fields', () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-01-what-the-future-brings`)).toMatchObject({ traceId })
  })

  it.each([
    undefined,
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
  ])('ignores %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseTraceparent(text) === undefined))
  })

  it('writes what it can read, for new traces and their children', () => {
    const trace = newTrace()
    const child = childTrace(trace)
    expect(parseTraceparent(formatTraceparent(trace))).toEqual(trace)
    expect(parseTraceparent(formatTraceparent(child))).toEqual(child)
    expect([child.traceId === trace.traceId, child.spanId === trace.spanId]).toEqual([true, false])
  })

  it('makes no all-zero id even of zero randomness', () => {
    expect(parseTraceparent(formatTraceparent(newTrace((size) => Buffer.alloc(size))))).toBeDefined()
  })
})
