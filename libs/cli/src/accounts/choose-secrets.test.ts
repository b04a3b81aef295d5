import { readFile } from 'node:fs/promises'
import { channels } from '@omnistream/channels'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../cli-error.ts'
import { sampleAccount } from '../simulate/sample-account.ts'
import { chooseSecrets } from './choose-secrets.ts'
import { setupGuide } from './setup-guides.ts'

const choose = (channel: string, appSecret?: string, verifyToken?: string) =>
  chooseSecrets(setupGuide(channel), { appSecret, verifyToken }, () => 'made')

describe('chooseSecrets', () => {
  it('takes what is given, and makes up what the channel lets us choose', () => {
    expect(choose('messenger', 's', 'v')).toEqual({ appSecrets: ['s'], verifyTokens: ['v'] })
    expect(choose('messenger', 's')).toEqual({ appSecrets: ['s'], verifyTokens: ['made'] })
    expect(choose('telegram')).toEqual({ appSecrets: ['made'], verifyTokens: [], madeAppSecret: 'made' })
    expect(choose('telegram', 's')).toEqual({ appSecrets: ['s'], verifyTokens: [] })
  })

  it('leaves the secret to the edge where that has a setting for the channel', () => {
    expect(choose('line')).toEqual({ appSecrets: [], verifyTokens: [] })
  })

  it('asks for what only the provider knows, and refuses what is of no use', () => {
    expect(() => choose('vk', 's')).toThrow(/--verify-token: the confirmation string/)
    expect(choose('vk', 's', 'c0ffee')).toEqual({ appSecrets: ['s'], verifyTokens: ['c0ffee'] })
    expect(() => choose('viber')).toThrow(/--app-secret: the authentication token/)
    expect(() => choose('telegram', 's', 'v')).toThrow(UsageError)
    expect(() => choose('messenger', 's', '')).toThrow(UsageError)
  })
})

describe.each(Object.keys(channels))('the guide of %s', (id) => {
  const guide = setupGuide(id)

  it('is its own', () => {
    expect(guide).not.toBe(setupGuide('a channel without a guide'))
  })
  it('knows the ids that the development account has one of', () => {
    expect(sampleAccount(id).externalId).toMatch(guide.idPattern ?? /./)
  })
  it('names a setting that there is', async () => {
    if (guide.otherwise === undefined || guide.otherwise === 'made') return
    const page = new URL('../../../../docs/reference/configuration.md', import.meta.url)
    expect(await readFile(page, 'utf8')).toContain(`\`${guide.otherwise}\``)
  })
  it('says what to do with the callback URL', () => {
    const steps = guide.steps('https://hooks.example/callback').join('\n')
    expect(steps).toMatch(/https:\/\/hooks\.example\/callback|callback URL/)
  })
})
