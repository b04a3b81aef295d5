import { expect, test } from 'vitest'
import { readHttpFile } from '../core/http-file.ts'
import { email } from '../email/index.ts'
import { makeFixture } from './make-fixture.ts'

/** A mail whose text is `bytes`, in a charset. */
function mail(bytes: Uint8Array, charset: string) {
  const field = (name: string, value: Uint8Array): Buffer =>
    Buffer.concat([
      ...[Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`), value],
      Buffer.from('\r\n'),
    ])
  const body = Buffer.concat([
    field('from', Buffer.from('Ana <ana@shop.example>')),
    ...[
      field('text', bytes),
      field('charsets', Buffer.from(JSON.stringify({ from: 'UTF-8', text: charset }))),
    ],
    Buffer.from('--cut--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  const url = 'https://hooks.example/webhooks/email/support@shop.example'
  return {
    method: 'POST',
    url,
    headers,
    body,
    receivedAt: 1_790_000_000_000,
    account: 'support@shop.example',
  }
}

const bodyOf = (content: unknown): string => (content as { body: string }).body

test.each([
  ['koi8-r', [0xd0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], /^\p{Script=Cyrillic}{6}$/u, 'привет'],
  ['iso-8859-2', [0xb3, 0xf3, 0xbc, 0x2c, 0x31], /^\p{Script=Latin}{3},1$/u, 'łóź,1'],
  ['no-such-charset', [0xe9, 0x74, 0xe9], /^\p{Script=Latin}{3}$/u, 'été'],
  ['utf-8', [...Buffer.from('你好')], /^\p{Script=Han}{2}$/u, '你好'],
])('a text in %s stays one of its script and length, in its charset', (charset, bytes, script, original) => {
  const outcome = makeFixture(email, mail(Uint8Array.from(bytes), charset), 'key')
  if (!outcome.ok) throw new Error(outcome.reason)
  const { updates, http } = outcome.fixture
  const [message] = updates
  const copied = message?.kind === 'message' ? bodyOf(message.content) : ''
  expect(copied).toMatch(script)
  expect(copied).not.toBe(original)
  const file = readHttpFile(http)
  expect(file.ok && Buffer.from(file.body).toString('latin1')).toContain(`"text":"${charset}"`)
})

test('a text in a charset that nothing here can write is refused, not spoilt', () => {
  const shiftJis = Uint8Array.of(0x93, 0xfa, 0x96, 0x7b)
  expect(makeFixture(email, mail(shiftJis, 'shift_jis'), 'key')).toMatchObject({ ok: false })
})
