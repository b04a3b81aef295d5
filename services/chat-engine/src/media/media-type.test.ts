import { describe, expect, it } from 'vitest'
import { isAllowed, notTheMedium, sniffType, typeOf } from './media-type.ts'
import { sameSha256 } from './same-sha256.ts'

it.each([
  ['image/png', ['*/*'], true],
  ['image/png', ['*/*', '!image/*'], false],
  ['image/png', ['audio/*'], false],
  ['application/x-msdownload', ['*/*', '!application/x-msdownload'], false],
  ['image/png', [], false],
])('%s is in %j: %s', (type, list, expected) => {
  expect(isAllowed(type, list)).toBe(expected)
})

it('the answer says the type, else the message', () => {
  const ref = { kind: 'image', mimeType: 'Image/JPEG; q=1' } as const
  expect(typeOf('image/webp', ref)).toBe('image/webp')
  expect(typeOf('application/octet-stream', ref)).toBe('image/jpeg')
  expect(typeOf(undefined, { kind: 'image' })).toBeUndefined()
})

it('a page or JSON is no medium, unless the medium is one', () => {
  expect(notTheMedium('text/html', { kind: 'document' })).toContain('web page')
  expect(notTheMedium('text/html', { kind: 'document', filename: 'a.HTML' })).toBeUndefined()
  expect(notTheMedium('text/html', { kind: 'document', mimeType: 'text/html' })).toBeUndefined()
  expect(notTheMedium('application/json', { kind: 'voice' })).toContain('JSON')
  expect(notTheMedium('application/json', { kind: 'document' })).toBeUndefined()
})

it.each([
  ['ffd8ffe000', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['524946460000000057454250', 'image/webp'],
  ['4f676753', 'audio/ogg'],
  ['000000206674797069736f6d', 'video/mp4'],
  ['255044462d312e37', 'application/pdf'],
  ['3c68746d6c3e', undefined],
  ['', undefined],
])('bytes that begin with %s are %s', (hex, type) => {
  expect(sniffType(Buffer.from(hex, 'hex'))).toBe(type)
})

describe('a SHA-256', () => {
  const hex = 'ab'.repeat(32)
  it.each([
    [undefined, true],
    [hex.toUpperCase(), true],
    [Buffer.from(hex, 'hex').toString('base64'), true],
    ['ac'.repeat(32), false],
    [Buffer.alloc(32).toString('base64'), false],
    ['no hash', true],
  ])('that is said as %s is the same: %s', (said, expected) => {
    expect(sameSha256(said, hex)).toBe(expected)
  })
})
