import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonFragment } from './json-fragment.ts'

describe('the fragment that a pointer names', () => {
  const text = `{ "a" : [1, {"b/c": "x\\"]}", "~": 12345678901234567890.0}, []] ,"a~1":null, "n":{"n":{"n":-1e5}}}`

  it.each([
    ['/a/0', '1'],
    ['/a/1/b~1c', '"x\\"]}"'],
    ['/a/1/~0', '12345678901234567890.0'],
    ['/a/2', '[]'],
    ['/a~01', 'null'],
    ['/n/n', '{"n":-1e5}'],
    ['', text],
  ])('%s is what stands there, character by character', (pointer, fragment) => {
    expect(jsonFragment(text, pointer)).toBe(fragment)
  })

  it.each(['/b', '/a/3', '/a/-1', '/a/01', '/a/0/x', '/n/n/n/n', 'a'])('%s is nothing', (pointer) => {
    expect(jsonFragment(text, pointer)).toBeUndefined()
  })

  it.each(['', '{', '{"a":1}}', 'a=1&b=2', '[1,]'])('is nothing in what is no JSON: %s', (body) => {
    expect(jsonFragment(body, '')).toBeUndefined()
  })

  it('is the last of doubled keys, as every reader takes it', () => {
    expect(jsonFragment('{"a":1,"a":{"b":2}}', '/a')).toBe('{"b":2}')
  })

  it('is whole however deep it nests, and nothing below what any parser points at', () => {
    const deep = 50_000
    const text = `${'['.repeat(deep)}7${']'.repeat(deep)}`
    expect(jsonFragment(text, '/0'.repeat(32))).toBe(text.slice(32, -32))
    expect(jsonFragment(text, '/0'.repeat(33))).toBeUndefined()
  })

  it('reads as the value that a parser finds at the same place', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 4 }), (value, indent) => {
        const body = JSON.stringify(value, null, indent)
        const places: [string, unknown][] = [['', JSON.parse(body)]]
        for (const [pointer, inner] of places) {
          expect(JSON.parse(jsonFragment(body, pointer) ?? 'undefined')).toEqual(inner)
          if (inner === null || typeof inner !== 'object') continue
          for (const [key, child] of Object.entries(inner)) {
            places.push([`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, child])
          }
        }
      }),
    )
  })
})
