import fc from 'fast-check'
import { Binary } from 'mongodb'
import { expect, it } from 'vitest'
import { cursorKinds, decodeCursor, encodeCursor, type Place } from './cursor.ts'

const place = fc
  .record({
    at: fc.date({ noInvalidDate: true }),
    id: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    subtype: fc.constantFrom(0, 3, 4),
  })
  .map(({ at, id, subtype }): Place => ({ at, id: new Binary(Buffer.from(id), subtype) }))
const kind = fc.constantFrom(...(Object.keys(cursorKinds) as (keyof typeof cursorKinds)[]))

it('comes back as the places and numbers it was made of', () => {
  fc.assert(
    fc.property(
      kind,
      fc.array(place, { maxLength: 3 }),
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })),
      (k, places, numbers) => {
        const text = encodeCursor(k, places, numbers)
        expect(text).toMatch(/^[A-Za-z0-9_-]*$/)
        expect(decodeCursor(k, text, { places: places.length, numbers: numbers.length })).toEqual({
          places,
          numbers,
        })
      },
    ),
  )
})

it('is refused by every other kind of list, and when it was cut or altered in length', () => {
  fc.assert(
    fc.property(kind, kind, place, (made, read, at) => {
      const text = encodeCursor(made, [at])
      if (made !== read) expect(decodeCursor(read, text, { places: 1 })).toBeUndefined()
      expect(decodeCursor(made, text.slice(0, -2), { places: 1 })).toBeUndefined()
      expect(decodeCursor(made, `${text}AA`, { places: 1 })).toBeUndefined()
    }),
  )
})

it('never throws for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), kind, (text, k) => {
      decodeCursor(k, text, { places: 1 })
      decodeCursor(k, text, { places: 2, numbers: 1 })
    }),
  )
})
