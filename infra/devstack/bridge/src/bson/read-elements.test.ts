import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  deserialize,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../wire/protocol-error.ts'
import { booleanValue, documentValue, integerValue, stringValue } from './element-values.ts'
import { encode } from './encode.ts'
import { readElements } from './read-elements.ts'

const everyType = {
  double: new Double(1.5),
  string: 'héllo',
  document: { a: { b: 1 } },
  array: [1, 'two', { three: 3 }],
  binary: new Binary(Buffer.from('abc'), 4),
  id: new ObjectId(),
  yes: true,
  date: new Date(0),
  nothing: null,
  regex: new BSONRegExp('^a', 'i'),
  code: new Code('x'),
  scoped: new Code('x', { y: 1 }),
  int: new Int32(-7),
  timestamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromString('-9007199254740993'),
  decimal: Decimal128.fromString('1.1'),
  min: new MinKey(),
  max: new MaxKey(),
  last: 'end',
}

describe('readElements', () => {
  it('steps over every type to the next field', () => {
    const bytes = encode(everyType)
    expect([...readElements(bytes).keys()]).toEqual(Object.keys(everyType))
    expect(stringValue(bytes, readElements(bytes).get('last'))).toBe('end')
  })

  it('reads values without changing them', () => {
    const bytes = encode(everyType)
    const elements = readElements(bytes)
    expect(stringValue(bytes, elements.get('string'))).toBe('héllo')
    expect(integerValue(bytes, elements.get('int'))).toBe(-7n)
    expect(integerValue(bytes, elements.get('long'))).toBe(-9007199254740993n)
    expect(integerValue(bytes, elements.get('double'))).toBeUndefined()
    expect(booleanValue(bytes, elements.get('yes'))).toBe(true)
    expect(deserialize(documentValue(bytes, elements.get('document')) ?? Buffer.alloc(0))).toEqual({
      a: { b: 1 },
    })
    expect(stringValue(bytes, elements.get('int'))).toBeUndefined()
  })

  it('throws nothing but ProtocolError for any damage', () => {
    const whole = Buffer.from(serialize(everyType))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const broken = Buffer.from(whole)
        broken[at] = byte
        try {
          readElements(broken)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
