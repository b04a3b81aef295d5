import { expect, it } from 'vitest'
import { buildMedium } from '../testing/build-documents.ts'
import { mediaHeaders } from './media-headers.ts'

const of = (type: string, filename?: string) =>
  mediaHeaders(buildMedium({ tenant: crypto.randomUUID(), more: { mime_type: type, ref: { filename } } }))

it.each([
  ['image/jpeg', 'inline'],
  ['audio/ogg', 'inline'],
  ['text/html', 'attachment'],
  ['image/svg+xml', 'attachment'],
  ['application/pdf', 'attachment'],
])('%s is served as %s, and never as anything to run', (type, way) => {
  expect(of(type)).toMatchObject({
    'content-type': type,
    'content-disposition': way,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

it.each([
  ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  [
    "fatura nº 1's.pdf",
    `attachment; filename="fatura n_ 1's.pdf"; filename*=UTF-8''fatura%20n%C2%BA%201%27s.pdf`,
  ],
  [
    'x\r\nset-cookie: a=b',
    `attachment; filename="x__set-cookie: a=b"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a%3Db`,
  ],
  ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
])('the name %j breaks no header', (filename, expected) => {
  expect(of('application/pdf', filename)['content-disposition']).toBe(expected)
})
