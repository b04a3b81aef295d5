import { describe, expect, it } from 'vitest'
import { mayHaveToken, plainMedia } from './media-step.ts'

describe('the token is shown', () => {
  it.each(['https://meta.example/a', 'https://cdn.meta.example/a?b', 'https://proxy.test:8443/x'])(
    'to %s',
    (url) => {
      expect(mayHaveToken(url, ['meta.example'], 'https://proxy.test:8443/v1/')).toBe(true)
    },
  )

  it.each([
    'http://meta.example/a',
    'https://meta.example:444/',
    'https://meta.example.evil.test/',
    'https://notmeta.example/',
    'https://user@evil.test/meta.example',
    'https://proxy.test/x',
    'no url',
  ])('not to %s', (url) => {
    expect(mayHaveToken(url, ['meta.example'], 'https://proxy.test:8443/v1/')).toBe(false)
  })
})

it('a medium at a plain URL is fetched without anything else', () => {
  expect(plainMedia({ kind: 'image', url: 'https://cdn.example/a' })).toEqual({
    ...{ kind: 'fetch', url: 'https://cdn.example/a', headers: {} },
  })
  expect(plainMedia({ kind: 'sticker', id: '7' }).kind).toBe('unavailable')
})
