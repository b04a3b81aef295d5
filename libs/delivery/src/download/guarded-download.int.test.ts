import { createHash } from 'node:crypto'
import { PassThrough, Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { waitFor } from '@omnistream/common/wait-for'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestDelivery } from '../testing/test-deliverer.ts'
import type { DownloadRequest } from './guarded-download.ts'

const test = createTestDelivery()
afterEach(test.clean)

/** A sink in memory, and what became of it. */
function createSink() {
  const chunks: Buffer[] = []
  let opened = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      chunks.push(chunk)
      callback()
    },
  })
  return {
    open: () => {
      opened += 1
      return sink
    },
    opened: () => opened,
    sink,
    bytes: () => Buffer.concat(chunks),
  }
}

const get = (url: string, rest: Partial<DownloadRequest> = {}) => {
  const memory = createSink()
  return { memory, request: { url, maxBytes: 1_000_000, open: memory.open, ...rest } }
}

describe('a download', () => {
  it('arrives whole, with its type and size, no faster than its sink takes it', async () => {
    const size = 30_000_000
    const piece = Buffer.alloc(100_000, 'media')
    let sent = 0
    const receiver = await test.receiver(async (_, response) => {
      response.writeHead(200, { 'content-type': 'Video/MP4; x=1' })
      for (; sent < size; sent += piece.length) {
        if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end()
    })
    const hash = createHash('sha256')
    let taken = 0
    let mostUnderWay = 0
    const sink = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        hash.update(chunk)
        taken += chunk.length
        mostUnderWay = Math.max(mostUnderWay, sent - taken)
        setImmediate(callback)
      },
    })
    const outcome = await test.deliverer().download({
      ...{ url: receiver.url, maxBytes: size, types: ['video/*'], open: () => sink },
    })
    expect(outcome).toEqual({
      ...{ kind: 'downloaded', status: 200, contentType: 'video/mp4', bytes: size, redirects: 0 },
    })
    const expected = createHash('sha256')
    for (let at = 0; at < size; at += piece.length) expected.update(piece)
    expect(hash.digest('hex')).toBe(expected.digest('hex'))
    // What the two ends of a loopback connection buffer in the system.
    expect(mostUnderWay).toBeLessThan(15_000_000)
  })

  it('is decoded, and its size counts decoded', async () => {
    const packed = gzipSync(Buffer.alloc(500_000, 'a'))
    const receiver = await test.receiver((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    })
    const fits = get(receiver.url)
    expect(await test.deliverer().download(fits.request)).toMatchObject({
      kind: 'downloaded',
      bytes: 500_000,
    })
    expect(fits.memory.bytes().equals(Buffer.alloc(500_000, 'a'))).toBe(true)
    const bomb = get(receiver.url, { maxBytes: 100_000 })
    expect(await test.deliverer().download(bomb.request)).toMatchObject({
      kind: 'refused',
      code: 'too_large',
    })
    expect(bomb.memory.sink.destroyed).toBe(true)
    expect(bomb.memory.bytes().length).toBeLessThanOrEqual(100_000)
  })

  it.each([
    ['announced', { 'content-length': '2000' }, 0],
    ['not announced', {}, 1],
  ])('that is larger than the limit is refused, its size %s', async (_, headers, opened) => {
    const receiver = await test.receiver((_request, response) => {
      response.writeHead(200, headers).end('x'.repeat(2_000))
    })
    const { memory, request } = get(receiver.url, { maxBytes: 1_999 })
    expect(await test.deliverer().download(request)).toEqual({
      ...{ kind: 'refused', code: 'too_large', error: 'The body is larger than 1999 bytes' },
    })
    expect(memory.opened()).toBe(opened)
    const exact = get(receiver.url, { maxBytes: 2_000 })
    expect(await test.deliverer().download(exact.request)).toMatchObject({ kind: 'downloaded', bytes: 2_000 })
  })

  it.each([['text/html'], [undefined]])('of the type %s is refused where images are wanted', async (type) => {
    const receiver = await test.receiver((_, response) => {
      if (type !== undefined) response.setHeader('content-type', type)
      response.end('<html>')
    })
    const { memory, request } = get(receiver.url, { types: ['image/*'] })
    expect(await test.deliverer().download(request)).toMatchObject({ kind: 'refused', code: 'type' })
    expect(memory.opened()).toBe(0)
  })

  it('that its caller refuses by its head is not read', async () => {
    const receiver = await test.receiver((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<html>')
    })
    const refuse = ({ contentType }: { contentType: string | undefined }) => `no ${contentType}`
    const { memory, request } = get(receiver.url, { refuse })
    expect(await test.deliverer().download(request)).toEqual({
      ...{ kind: 'refused', code: 'type', error: 'no text/html' },
    })
    expect(memory.opened()).toBe(0)
  })

  it('in an encoding that is unknown or broken is not taken', async () => {
    let encoding = 'zstd'
    const receiver = await test.receiver((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('no such thing')
    })
    expect(await test.deliverer().download(get(receiver.url).request)).toMatchObject({ code: 'encoding' })
    encoding = 'gzip'
    expect(await test.deliverer().download(get(receiver.url).request)).toMatchObject({
      ...{ kind: 'failed', code: 'invalid_answer', retryable: true },
    })
  })

  it.each([
    [403, false],
    [404, false],
    [429, true],
    [503, true],
  ])('that is answered with %i has failed, retryable: %s', async (status, retryable) => {
    const receiver = await test.receiver((_, response) => {
      response.writeHead(status, { 'retry-after': '3' }).end('no')
    })
    const { memory, request } = get(receiver.url)
    expect(await test.deliverer().download(request)).toEqual({
      ...{
        kind: 'failed',
        code: 'http_status',
        error: `HTTP ${status}`,
        retryable,
        status,
        retryAfterMs: 3_000,
      },
    })
    expect(memory.opened()).toBe(0)
  })

  it('that breaks off leaves a destroyed sink and may be tried again', async () => {
    const receiver = await test.rawReceiver((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'))
    })
    const { memory, request } = get(receiver.url)
    expect(await test.deliverer().download(request)).toMatchObject({
      kind: 'failed',
      code: 'closed',
      retryable: true,
    })
    expect(memory.sink.destroyed).toBe(true)
  })

  it('that falls silent ends in time', async () => {
    const receiver = await test.receiver((_, response) => void response.write('half'))
    const { memory, request } = get(receiver.url, { timeouts: { bodyMs: 80 } })
    expect(await test.deliverer().download(request)).toMatchObject({ kind: 'failed', code: 'timeout_body' })
    expect(memory.sink.destroyed).toBe(true)
  })

  it('whose sink fails throws that, and is not taken for a failure of the network', async () => {
    const receiver = await test.receiver((_, response) => response.end('x'.repeat(500_000)))
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    const sink = new Writable({ write: (_chunk, _encoding, callback) => callback(full) })
    const deliverer = test.deliverer()
    await expect(
      deliverer.download({ url: receiver.url, maxBytes: 1_000_000, open: () => sink }),
    ).rejects.toMatchObject({ code: 'DOWNLOAD_SINK', cause: full })
    await waitFor(() => receiver.sockets.size === 0, {
      deadlineMs: 5_000,
      describe: 'the connection to be closed',
    })
  })
})

describe('redirects', () => {
  it('are followed up to the limit', async () => {
    const receiver = await test.receiver((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step < 3) response.writeHead(302, { location: `/${step + 1}` }).end('moved')
      else response.end('here')
    })
    const { memory, request } = get(`${receiver.url}/0`, { redirectsMax: 3 })
    expect(await test.deliverer().download(request)).toMatchObject({ kind: 'downloaded', redirects: 3 })
    expect(memory.bytes().toString()).toBe('here')
    expect(receiver.opened()).toBe(1)
    const short = get(`${receiver.url}/0`, { redirectsMax: 2 })
    expect(await test.deliverer().download(short.request)).toMatchObject({
      kind: 'refused',
      code: 'redirects',
    })
  })

  it('into what the guard forbids are blocked at that hop, by address and by name', async () => {
    const inner = await test.receiver((_, response) => response.end('secret'))
    for (const host of ['127.0.0.2', '0x7f.2', 'inner.test']) {
      const outer = await test.receiver((_, response) => {
        response.writeHead(302, { location: `http://${host}:${inner.port}/` }).end()
      })
      const resolve = async () => [{ address: '127.0.0.2', family: 4 }]
      const deliverer = test.deliverer({ guard: { allow: ['127.0.0.1'], resolve } })
      const { memory, request } = get(outer.url)
      expect(await deliverer.download(request)).toMatchObject({ kind: 'blocked', reason: 'loopback' })
      expect(memory.opened()).toBe(0)
    }
    const file = await test.receiver((_, response) => {
      response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    })
    expect(await test.deliverer().download(get(file.url).request)).toMatchObject({ reason: 'scheme' })
    expect(inner.opened()).toBe(0)
  })

  it('to another origin carry no secret; on the same one they do', async () => {
    const seen: [string, string | undefined, string | undefined][] = []
    const other = await test.receiver((request, response) => {
      seen.push(['other', request.headers.authorization, request.headers.cookie])
      response.end()
    })
    const first = await test.receiver((request, response) => {
      seen.push([request.url ?? '', request.headers.authorization, request.headers.cookie])
      response.writeHead(302, { location: request.url === '/1' ? '/2' : other.url }).end()
    })
    const headers = { Authorization: 'Bearer t', Cookie: 'a=b' }
    const { request } = get(`${first.url}/1`, { headers })
    expect(await test.deliverer().download(request)).toMatchObject({ kind: 'downloaded', redirects: 2 })
    expect(seen).toEqual([
      ['/1', 'Bearer t', 'a=b'],
      ['/2', 'Bearer t', 'a=b'],
      ['other', undefined, undefined],
    ])
  })

  it('share one time', async () => {
    const receiver = await test.receiver((request, response) => {
      const again = setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 60)
      response.on('close', () => clearTimeout(again))
    })
    const { request } = get(`${receiver.url}/`, { redirectsMax: 1_000, timeouts: { totalMs: 250 } })
    expect(await test.deliverer().download(request)).toMatchObject({ kind: 'failed', code: 'timeout' })
  })
})

it('a sink that is slow is waited for', async () => {
  const receiver = await test.receiver((_, response) => response.end('x'.repeat(300_000)))
  const slow = new PassThrough({ highWaterMark: 1_000 })
  const downloading = test.deliverer().download({ url: receiver.url, maxBytes: 1_000_000, open: () => slow })
  let bytes = 0
  for await (const chunk of slow) {
    bytes += (chunk as Buffer).length
    await new Promise(setImmediate)
  }
  expect(await downloading).toMatchObject({ kind: 'downloaded', bytes })
  expect(bytes).toBe(300_000)
})
