import { describe, expect, it } from 'vitest'
import { BlockedError } from './blocked-error.ts'
import { createGuard, type GuardOptions } from './create-guard.ts'

const refusal = (run: () => unknown): string | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof BlockedError) return error.reason
    throw error
  }
}
const reasonFor = (url: string, options: GuardOptions = {}): string | undefined =>
  refusal(() => createGuard(options).target(url))

const resolving = (...addresses: string[]): GuardOptions => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})
const resolvedReason = (hostname: string, options: GuardOptions): Promise<string | undefined> =>
  createGuard(options)
    .resolve(hostname)
    .then(
      () => undefined,
      (error: unknown) => (error instanceof BlockedError ? error.reason : String(error)),
    )

describe('a URL', () => {
  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f.1',
    'http://0x7f000001',
    'http://017700000001',
    'http://0177.0.0.01',
    'http://2130706433',
    'http://127.0.0.1.',
    'http://0x7f.1.',
    'http://%31%32%37.0.0.1',
    'http://①②⑦.⓪.⓪.①',
    'http://１２７.０.０.１',
    'http://127。0。0。1',
    'http://127.0.0.1:8080/path?query#fragment',
    'http:\\\\127.0.0.1',
    'http:127.0.0.1',
    ' http://127.0.0.1\t',
    'http://127.0.\n0.1',
    'http://[::1]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'http://[64:ff9b::127.0.0.1]',
  ])('%j is a loopback address', (url) => {
    expect(reasonFor(url)).toBe('loopback')
  })

  it.each([
    ['http://0', 'unspecified'],
    ['http://[::]', 'unspecified'],
    ['http://0xa9fea9fe/latest/meta-data', 'metadata'],
    ['http://2852039166', 'metadata'],
    ['http://[::127.0.0.1]', 'reserved'],
    ['http://[2002:7f00:1::]', 'tunnel'],
    ['ftp://example.com', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://127.0.0.1:6379/_x', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['//example.com', 'not_a_url'],
    ['example.com', 'not_a_url'],
    ['', 'not_a_url'],
    ['http://', 'not_a_url'],
    ['http://256.256.256.256', 'not_a_url'],
    ['http://[fe80::1%25eth0]', 'not_a_url'],
    ['http://user:secret@example.com', 'credentials'],
    ['http://user@example.com', 'credentials'],
    ['http://example.com:0', 'port'],
    ['https://example.com', undefined],
    ['http://8.8.8.8', undefined],
    ['http://localhost.', undefined], // a name: judged when it is resolved
  ])('%j is refused as %s', (url, reason) => {
    expect(reasonFor(url)).toBe(reason)
  })

  it('must be https where only that is permitted', () => {
    expect(reasonFor('http://example.com', { httpsOnly: true })).toBe('https_only')
    expect(reasonFor('https://example.com', { httpsOnly: true })).toBeUndefined()
  })

  it('loses its fragment and keeps the rest', () => {
    expect(createGuard().target('https://Example.com:443/a%20b?c=d#e').href).toBe(
      'https://example.com/a%20b?c=d',
    )
  })

  it('does not name the address in the words that a tenant reads', async () => {
    const error = await createGuard(resolving('10.1.2.3'))
      .resolve('internal.example')
      .catch((one: Error) => one)
    expect((error as Error).message).toBe(
      'The address may not be called: it is an address of a private network',
    )
  })
})

describe('a name', () => {
  it('is refused if any of its addresses is forbidden, wherever it stands', async () => {
    expect(await resolvedReason('a.example', resolving('8.8.8.8', '10.0.0.1'))).toBe('private')
    expect(await resolvedReason('a.example', resolving('::1', '8.8.8.8'))).toBe('loopback')
    expect(await resolvedReason('a.example', resolving('8.8.8.8', '2606:4700::1111'))).toBeUndefined()
  })

  it('that stands for this host is refused by the real resolver', async () => {
    expect(await resolvedReason('localhost', {})).toBe('loopback')
  })

  it('without any address does not resolve', async () => {
    await expect(createGuard(resolving()).resolve('a.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('is asked for with its last dot, so that no search domain is tried', async () => {
    const asked: string[] = []
    const guard = createGuard({
      resolve: async (name) => {
        asked.push(name)
        return [{ address: '8.8.8.8', family: 4 }]
      },
    })
    await guard.resolve('a.example.')
    expect(asked).toEqual(['a.example.'])
  })
})

describe('the lists of the operator', () => {
  it('let through what they name, and nothing beside it', async () => {
    const options = { allow: ['10.0.0.0/8', 'receiver.internal'], ...resolving('192.168.0.9') }
    expect(reasonFor('http://10.1.2.3', options)).toBeUndefined()
    expect(reasonFor('http://192.168.0.9', options)).toBe('private')
    expect(await resolvedReason('receiver.internal', options)).toBeUndefined()
    expect(await resolvedReason('other.internal', options)).toBe('private')
  })

  it('open the metadata service only where its own address is named', async () => {
    for (const allow of [['0.0.0.0/0'], ['169.254.0.0/16'], ['meta.internal']]) {
      expect(await resolvedReason('meta.internal', { allow, ...resolving('169.254.169.254') })).toBe(
        'metadata',
      )
    }
    expect(reasonFor('http://169.254.169.254', { allow: ['169.254.169.254'] })).toBeUndefined()
  })

  it('forbid more than they allow', async () => {
    const options = { allow: ['10.0.0.0/8'], forbid: ['10.9.0.0/16', '8.8.4.0/24'] }
    expect(reasonFor('http://10.9.1.1', options)).toBe('forbidden_by_operator')
    expect(reasonFor('http://10.8.1.1', options)).toBeUndefined()
    expect(await resolvedReason('a.example', { ...options, ...resolving('8.8.4.4') })).toBe(
      'forbidden_by_operator',
    )
  })
})
