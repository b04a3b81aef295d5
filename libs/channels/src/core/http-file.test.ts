import { expect, test } from 'vitest'
import { readHttpFile, writeHttpFile } from './http-file.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test('gives back what was written: headers, any account, and every byte of the body', () => {
  const file = {
    headers: { 'content-type': 'text/plain', 'x-signature': 'a: b=' },
    account: 'Ann 100%\n "ü" +@:/?#',
    body: Buffer.from([0, 255, 10, 10, 13, 10, 13, 10, 128]),
  }
  expect(readHttpFile(writeHttpFile(file))).toEqual({ ok: true, ...file })
})

test('takes line ends as on the wire, names in any case, and a body that holds empty lines', () => {
  expect(readHttpFile(bytes('Content-Type: a/b\r\nX-A:c\r\n\r\nbody\n\nmore'))).toEqual({
    ok: true,
    headers: { 'content-type': 'a/b', 'x-a': 'c' },
    body: bytes('body\n\nmore'),
  })
  expect(readHttpFile(bytes('a: b\n\nx\r\n\r\ny'))).toMatchObject({ body: bytes('x\r\n\r\ny') })
})

test.each([
  ['no empty line', 'content-type: a/b\nbody'],
  ['a line without a colon', 'POST / HTTP/1.1\na: b\n\nbody'],
  ['a broken account', 'x-omnistream-account: %\n\nbody'],
  ['nothing', ''],
])('says why it cannot be read: %s', (_, text) => {
  expect(readHttpFile(bytes(text))).toEqual({ ok: false, error: expect.any(String) })
})
