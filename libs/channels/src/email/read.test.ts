import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { exampleNames, readExample } from '../testing/read-example.ts'
import { toBody } from '../testing/to-body.ts'
import { emailCases } from './cases.ts'
import { email } from './index.ts'
import { readAttachment } from './read-attachment.ts'

const form = { 'content-type': 'multipart/form-data; boundary=b' }
const read = (body: string, headers: Record<string, string> = form) => {
  const payload = email.read(toBody(body), { headers })
  return payload.ok ? payload.value : payload.error
}

test.each([
  ['', form, 'the body is empty'],
  ['--b\r\n\r\nx', form, 'the form has no end: it was cut, or has more than 1000 parts'],
  ['--b--', { 'content-type': 'multipart/form-data' }, 'the content type has no boundary'],
  ['--c--\r\n', form, 'the form has no end: it was cut, or has more than 1000 parts'],
  ['private words', {}, 'the body is not JSON: syntax error at position 0'],
])('%j is unreadable, and the error says nothing of it', (body, headers, error) => {
  const said = read(body, headers as Record<string, string>)
  expect(String(said).replace(/: syntax error.*/, '')).toBe(error.replace(/: syntax error.*/, ''))
})

test('a form that lost its end is refused, so that nobody takes half a mail for a whole one', () => {
  const { body, headers } = readExample(emailCases.examples, 'attachments.http')
  const callback = { headers }
  expect(email.read(body, callback).ok).toBe(true)
  for (const cut of [body.length - 12, body.length / 2, 10])
    expect(email.read(body.subarray(0, cut), callback).ok).toBe(false)
})

test('a form of nothing but delimiters is refused before it becomes a million parts', () => {
  expect(read('--b\r\n'.repeat(5000))).toBe('the form has no end: it was cut, or has more than 1000 parts')
})

test('nobody but the reader says where bytes are', () => {
  const forged = { from: 'ana@x.example', files: [{ id: 'attachment1', sha256: 'x' }] }
  expect(read(JSON.stringify(forged), {})).toEqual({ from: 'ana@x.example' })
})

test('every attachment of every example is found again in the stored body, with the bytes it was described by', () => {
  let found = 0
  for (const name of exampleNames(emailCases.examples)) {
    const { body, headers } = readExample(emailCases.examples, name)
    const payload = email.read(body, { headers })
    for (const update of email.parse(payload.ok ? payload.value : undefined, { headers, account: 'a' })) {
      if (update.kind !== 'message') continue
      for (const { id = '', sha256, bytes } of update.content.media ?? []) {
        const attachment = readAttachment(body, headers, id)
        expect(attachment?.length).toBe(bytes)
        expect(
          createHash('sha256')
            .update(attachment ?? '')
            .digest('base64'),
        ).toBe(sha256)
        found += 1
      }
    }
  }
  expect(found).toBeGreaterThan(15)
})

test('an id that no attachment has finds nothing', () => {
  const { body, headers } = readExample(emailCases.examples, 'attachments.http')
  const json = readExample(emailCases.examples, 'json-attachments.json')
  for (const id of ['', 'text', 'attachment9', 'email/1', 'attachments/0', '__proto__', '../attachment1']) {
    expect(readAttachment(body, headers, id)).toBeUndefined()
    if (id !== 'attachments/0') expect(readAttachment(json.body, json.headers, id)).toBeUndefined()
  }
})

test('the bytes of an attachment come as they were, whatever they hold', () => {
  const bytes = Buffer.from([...Array(256).keys(), 0x0d, 0x0a, 0x2d, 0x2d, 0x62, 0x0d, 0x0d, 0x0a])
  const head = '--b\r\nContent-Disposition: form-data; name="attachment1"; filename="x"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  // The bytes hold `CRLF --b CR`, which is no delimiter line: more than spaces follow before its line ends.
  expect(readAttachment(body, form, 'attachment1')).toEqual(bytes)
})
