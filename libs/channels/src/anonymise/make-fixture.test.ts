import { describe, expect, test } from 'vitest'
import { readHttpFile } from '../core/http-file.ts'
import { channels } from '../registry.ts'
import { exampleNames, readExample } from '../testing/read-example.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { anonymiseJson } from './anonymise-json.ts'
import { fixtureSecret, makeFixture, type StoredWebhook } from './make-fixture.ts'
import { createPseudonyms } from './pseudonyms.ts'

const key = 'a key of this test'
const pseudonyms = createPseudonyms(key)
const decoder = new TextDecoder()
const account = '123456789'

const storedOf = (id: string, name: string): StoredWebhook => {
  const { body, headers } = readExample(new URL(`../${id}/examples/`, import.meta.url), name)
  const url = `https://hooks.example/webhooks/${id}`
  return { method: 'POST', url, headers, body, receivedAt: 1_790_000_000_000, account }
}

const examples = Object.keys(channels).flatMap((id) =>
  exampleNames(new URL(`../${id}/examples/`, import.meta.url)).map((name): [string, string] => [id, name]),
)

describe('makeFixture', () => {
  test('reads the copy of nearly every example like the original, and refuses the others in words', () => {
    const refused = examples.flatMap(([id, name]) => {
      const channel = channels[id as keyof typeof channels]
      const outcome = makeFixture(channel, storedOf(id, name), key)
      return outcome.ok ? [] : [`${id}/${name}: ${outcome.reason}`]
    })
    expect(refused.length / examples.length, refused.join('\n')).toBeLessThan(0.05)
  })

  test.each(Object.keys(channels))('a fixture of %s passes the table of examples', (id) => {
    const channel = channels[id as keyof typeof channels]
    for (const [, name] of examples.filter(([of]) => of === id)) {
      const outcome = makeFixture(channel, storedOf(id, name), key)
      if (!outcome.ok) continue
      const file = readHttpFile(outcome.fixture.http)
      if (!file.ok) throw new Error(file.error)
      const payload = channel.read(file.body, file)
      expect(payload.ok && channel.parse(payload.value, file), name).toEqual(outcome.fixture.updates)
      if (channel.accountInPath) expect(file.account).not.toBe(account)
    }
  })

  test.each(Object.values(channels))('reads the copy of every sample of $id like the original', (channel) => {
    const now = 1_790_000_000_000
    const sampled = { externalId: '700800900', businessId: '900100200', displayId: '15550100001' }
    const refused = Array.from({ length: 60 }, (_, seq) => {
      const { body, contentType } = channel.sample({ random: seededRandom(seq), account: sampled, seq, now })
      const headers = { 'content-type': contentType }
      const url = `https://hooks.example/webhooks/${channel.id}`
      const stored = { method: 'POST', url, headers, body, receivedAt: now, account: sampled.externalId }
      const outcome = makeFixture(channel, stored, key)
      return outcome.ok ? [] : [`${seq}: ${outcome.reason}`]
    })
    expect(refused.flat()).toEqual([])
  })

  test('signs the copy, and makes it again from the same key', () => {
    const stored = storedOf('whatsapp', 'text.json')
    const outcome = makeFixture(channels.whatsapp, stored, key)
    expect(makeFixture(channels.whatsapp, stored, key)).toEqual(outcome)
    if (!outcome.ok) throw new Error(outcome.reason)
    const [head = '', body = ''] = decoder.decode(outcome.fixture.http).split('\n\n')
    const headers = Object.fromEntries(head.split('\n').map((line) => line.split(': ') as [string, string]))
    const request = { ...stored, headers, body: new TextEncoder().encode(body) }
    expect(channels.whatsapp.verify(request, [fixtureSecret]).status).toBe('VALID')
  })

  test('holds nothing of the people, numbers and texts of the original', () => {
    const outcome = makeFixture(channels.whatsapp, storedOf('whatsapp', 'batch.json'), key)
    if (!outcome.ok) throw new Error(outcome.reason)
    const copy = decoder.decode(outcome.fixture.http) + JSON.stringify(outcome.fixture.updates)
    for (const telling of ['Ana', 'Torres', '15550100042', '700800900100200']) {
      expect(copy).not.toContain(telling)
    }
  })

  test('a body that is neither JSON nor a form is refused', () => {
    const stored = { ...storedOf('whatsapp', 'text.json'), body: new TextEncoder().encode('{"broken') }
    expect(makeFixture(channels.whatsapp, stored, key)).toMatchObject({ ok: false })
  })
})

describe('anonymiseJson', () => {
  test('keeps spaces, order, escapes, lengths and scripts, and replaces consistently', () => {
    const json =
      '{ "from":"15550100042",\n  "text": {"body": "Grüße an Ana: +1 555 010 0042, 你好 Ana 15550100042 🙏"}, "n": 1.50, "big": 90071992547409931, "timestamp": 1790000000 }'
    const copy = anonymiseJson(json, pseudonyms)
    const [before, after] = [JSON.parse(json), JSON.parse(copy)]
    expect(copy.replace(/[\p{L}\p{M}\d]/gu, '')).toBe(json.replace(/[\p{L}\p{M}\d]/gu, ''))
    expect(after.text.body).toHaveLength(before.text.body.length)
    expect(after.text.body).toMatch(/\p{Script=Han}{2}/u)
    expect(after.text.body.endsWith(`${after.from} 🙏`)).toBe(true)
    expect(after.from).toMatch(/^15\d{9}$/)
    expect(after.timestamp).toBe(before.timestamp)
    expect(copy).toMatch(/"big": \d{17}/)
    expect(copy).not.toContain('Ana')
  })
  test('keeps the escaped form of the wire', () => {
    const copy = anonymiseJson('{"body":"\\u00e9t\\u00e9 \\ud83d\\ude00"}', pseudonyms)
    expect(copy).toMatch(/\\ud83d\\ude00/)
    expect(copy).not.toMatch(/[^\0-~]/)
  })
  test('keeps an id of hex digits one, wherever it stands', () => {
    const id = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
    const text = JSON.parse(anonymiseJson(`["MM${id}","https://x.example/ME${id}/a","${id}"]`, pseudonyms))
    const [message, url, bare] = text as [string, string, string]
    expect(bare).toMatch(/^[\da-f]{32}$/)
    expect(bare).not.toBe(id)
    expect([message.slice(2), url.split('/')[3]?.slice(2)]).toEqual([bare, bare])
  })
  test('replaces inside JSON that stands in a text', () => {
    const copy = anonymiseJson('{"response_json":"{\\"name\\":\\"Ana Torres\\"}"}', pseudonyms)
    expect(JSON.parse(JSON.parse(copy).response_json)).toHaveProperty('name')
    expect(copy).not.toContain('Ana')
  })
})
