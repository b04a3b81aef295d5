import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './charset.ts'
import { headerOf, parseHeaders } from './headers.ts'
import { readMessage } from './message.ts'
import { parseStructured } from './parameters.ts'
import { splitParts } from './split-parts.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const split = (text: string, boundary = 'b') => {
  const { parts, closed } = splitParts(Buffer.from(text), boundary)
  return {
    closed,
    bodies: parts.map(({ body }) => body.toString()),
    names: parts.map(({ headers }) => headers),
  }
}

describe('parts', () => {
  test.each([
    ['--b\r\nA: 1\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n', ['one', 'two'], true],
    ['preamble\r\n--b\r\n\r\none\r\n--b--\r\nepilogue --b\r\n', ['one'], true],
    ['--b  \r\n\r\none\r\n--b-- \t', ['one'], true],
    ['--b\nA: 1\n\none\n--b--\n', ['one'], true],
    ['--b\r\n\r\n\r\n--b--', [''], true],
    ['--b\r\n\r\nsee --b and\r\n--bc\r\n--b-c\r\n--b--', ['see --b and\r\n--bc\r\n--b-c'], true],
    ['--b\r\n\r\none\r\n', ['one\r\n'], false],
    ['--b\r\nno body', [''], false],
    ['--b--', [], true],
    ['nothing', [], false],
  ])('%j', (text, bodies, closed) => {
    expect(split(text)).toMatchObject({ bodies, closed })
  })
  test('what was joined is cut into the same, whatever it holds', () => {
    const boundary = 'never-in-a-part'
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 6 }), (bodies) => {
        const pieces = bodies.flatMap((body) => [
          Buffer.from(`--${boundary}\r\nX: y\r\n\r\n`),
          body,
          Buffer.from('\r\n'),
        ])
        const joined = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
        const { parts, closed } = splitParts(joined, boundary)
        expect(closed).toBe(true)
        expect(parts.map(({ body }) => [...body])).toEqual(bodies.map((body) => [...body]))
      }),
    )
  })
})

test('header lines: folded ones are joined, lines that are none skipped, the first of a name counts', () => {
  const headers = parseHeaders(
    'A: 1\r\nSubject: one\r\n\ttwo\r\n  three\r\nno header\r\nB:\r\nSubject: other\r\n: x\r\n',
  )
  expect(headers).toEqual([
    ['a', '1'],
    ['subject', 'one two three'],
    ['b', ''],
    ['subject', 'other'],
  ])
  expect(headerOf(headers, 'subject')).toBe('one two three')
  expect(headerOf(headers, 'b')).toBeUndefined()
  expect(parseHeaders('A: b\n'.repeat(5000))).toHaveLength(1000)
})

test.each([
  ['Text/Plain; Charset=UTF-8', 'text/plain', { charset: 'UTF-8' }],
  [
    'form-data; name="a b"; filename="c;d \\"e\\".txt"',
    'form-data',
    { name: 'a b', filename: 'c;d "e".txt' },
  ],
  ["attachment; filename*=UTF-8''na%C3%AFve%20x.txt", 'attachment', { filename: 'naïve x.txt' }],
  ['x; filename*0*=iso-8859-1\'en\'caf%E9%20; filename*1="100%25.txt"', 'x', { filename: 'café 100%25.txt' }],
  ['x; filename*1=b; filename*0=a', 'x', { filename: 'ab' }],
  ['x; a=1; a=2', 'x', { a: '1' }],
  ['x; boundary="a b:c"; q="never closed', 'x', { boundary: 'a b:c', q: 'never closed' }],
  ['', '', {}],
  [';;;=; =x', '', {}],
])('the structured value %j', (text, value, parameters) => {
  const read = parseStructured(text)
  expect([read.value, Object.fromEntries(read.parameters)]).toEqual([value, parameters])
})

test.each([
  ['caf=C3=A9=\r\n more = x =ZZ =3D', 'quoted-printable', 'café more = x =ZZ ='],
  ['soft=  \nbreak=', 'Quoted-Printable', 'softbreak='],
  ['Y2Fm\r\nw6k=', 'BASE64', 'café'],
  ['not*base64', 'base64', Buffer.from('notbase64', 'base64').toString()],
  ['as it is =3D', '8bit', 'as it is =3D'],
  ['as it is', undefined, 'as it is'],
])('%j in %s', (text, encoding, expected) => {
  expect(decodeTransfer(Buffer.from(text), encoding).toString()).toBe(expected)
})

test.each([
  [[0x63, 0xe9], 'iso-8859-1', 'cé'],
  [[0x80], 'windows-1252', '€'],
  [[0xc4, 0xe3], 'GB2312', '你'],
  [[0x82, 0xa0], 'cp932', 'あ'],
  [[0xd0, 0x96], 'utf-8', 'Ж'],
  [[0x63, 0xe9], 'utf-8', 'c\ufffd'],
  [[0x63, 0xe9], 'no such charset', 'cé'],
  [[0xd0, 0x96], 'no such charset', 'Ж'],
  [[0xd0, 0x96], undefined, 'Ж'],
  [[0xe9], '', 'é'],
])('the bytes %j in %s', (bytes, charset, text) => {
  expect(decodeText(Uint8Array.from(bytes), charset)).toBe(text)
})

describe('whole mails', () => {
  test('nested without end, a mail is read down to a depth and no further', () => {
    let body = 'x'
    for (let depth = 0; depth < 200; depth += 1)
      body = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${body}\r\n--b${depth}--\r\n`
    const { files, text } = readMessage(Buffer.from(body))
    expect(text).toBeUndefined()
    expect(files).toMatchObject([{ id: Array(20).fill('1').join('.') }])
  })
  test('any bytes give a mail, and always the same', () => {
    const pieces = fc.constantFrom(
      '\r\n',
      '\n',
      '--b',
      '--',
      'Content-Type: multipart/mixed; boundary=b',
      ': ',
      'x',
      '\0',
      '=',
      '"',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const bytes = Buffer.from(parts.join(''))
        expect(readMessage(bytes)).toEqual(readMessage(bytes))
      }),
    )
  })
})
