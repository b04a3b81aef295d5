import { describe, expect, it } from 'vitest'
import { matchesType, mediaType } from './media-type.ts'
import { nextHop } from './next-hop.ts'

const headers = { Authorization: 'Bearer t', Cookie: 'a=b', 'X-Api-Key': 'k', Accept: 'image/*' }
const from = (url: string, status: number, location?: string) =>
  nextHop({ url: new URL(url), headers }, status, location)

describe('the next hop', () => {
  it('keeps all headers on the same origin and resolves a relative location', () => {
    expect(from('https://a.test/x/y?q', 302, '../z')).toMatchObject({
      hop: { url: new URL('https://a.test/z'), headers },
    })
  })

  it.each(['https://b.test/', 'https://a.test:8443/', '//b.test/'])(
    'drops every header that may be a secret on the way to %s',
    (location) => {
      expect(from('https://a.test/', 307, location)).toMatchObject({
        kind: 'hop',
        hop: { headers: { Accept: 'image/*' } },
      })
      const result = from('https://a.test/', 307, location)
      expect(result.kind === 'hop' && Object.keys(result.hop.headers)).toEqual(['Accept'])
    },
  )

  it('does not lead from https to http', () => {
    expect(from('https://a.test/', 301, 'http://a.test/')).toMatchObject({ code: 'downgrade' })
    expect(from('http://a.test/', 301, 'https://a.test/').kind).toBe('hop')
  })

  it('is none for other answers, and bad without a readable location', () => {
    expect([200, 304, 404, 300].map((status) => from('https://a.test/', status, '/x').kind)).toEqual([
      ...['none', 'none', 'none', 'none'],
    ])
    expect(from('https://a.test/', 302)).toMatchObject({ code: 'redirect_target' })
    expect(from('https://a.test/', 302, 'https://')).toMatchObject({ code: 'redirect_target' })
  })
})

describe('a media type', () => {
  it.each([
    ['Image/PNG; charset=x', 'image/png'],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
    ['nonsense', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, expected) => {
    expect(mediaType(header)).toBe(expected)
  })

  it('is in a list by itself or by its group', () => {
    expect(matchesType('image/png', ['audio/ogg', 'image/*'])).toBe(true)
    expect(matchesType('audio/ogg', ['Audio/OGG'])).toBe(true)
    expect(matchesType('imagex/png', ['image/*'])).toBe(false)
    expect(matchesType('audio/mpeg', ['audio/ogg'])).toBe(false)
    expect(matchesType(undefined, ['*/*'])).toBe(false)
  })
})
