import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readWebhook } from './read-webhook.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'omnistream-webhook-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

const nothing = Readable.from([])
const form = 'application/x-www-form-urlencoded'

async function file(name: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, Buffer.concat(parts.map((part) => Buffer.from(part))))
  return path
}

it('takes content type and account of a bare body from the command line; JSON where it says nothing', async () => {
  const path = await file('form.txt', 'a=b')
  expect(await readWebhook(path, nothing, { contentType: form, account: '7' })).toEqual({
    ...{ ok: true, body: Buffer.from('a=b') },
    callback: { headers: { 'content-type': form }, account: '7' },
  })
  expect(await readWebhook('-', Readable.from([Buffer.from('{}')]), {})).toEqual({
    ...{ ok: true, body: Buffer.from('{}') },
    callback: { headers: { 'content-type': 'application/json' } },
  })
})

it('takes headers and account of an .http file from the file, and inflates its body', async () => {
  const head = `Content-Type: ${form}\r\nContent-Encoding: gzip\r\nX-OmniStream-Account: 8\r\n\r\n`
  const path = await file('gzip.http', head, gzipSync('a=b'))
  expect(await readWebhook(path, nothing, { contentType: 'text/plain', account: '7' })).toEqual({
    ...{ ok: true, body: Buffer.from('a=b') },
    callback: { headers: { 'content-type': form, 'content-encoding': 'gzip' }, account: '8' },
  })
  const bare = await file('bare.http', 'a: b\n\nx')
  expect(await readWebhook(bare, nothing, { account: '7' })).toMatchObject({ callback: { account: '7' } })
})

it.each([
  ['headers.http', 'content-type: a/b', 'there is no empty line after the headers'],
  ['gzip.http', 'content-encoding: gzip\n\nplain', 'the body is broken'],
])('says what is wrong with %s', async (name, text, error) => {
  expect(await readWebhook(await file(name, text), nothing, {})).toEqual({ ok: false, error })
})
