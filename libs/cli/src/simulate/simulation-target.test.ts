import { channels } from '@omnistream/channels'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../cli-error.ts'
import { readConfig } from '../settings/read-config.ts'
import { sampleAccount } from './sample-account.ts'
import { simulationTarget, type TargetFlags } from './simulation-target.ts'

const target = (id: keyof typeof channels, env: Record<string, string>, flags: TargetFlags = {}) =>
  simulationTarget(channels[id], readConfig({ env, development: {} }), flags)

const development = { OMNISTREAM_SAMPLE_SECRET: 'sample', WHATSAPP_APP_SECRET: 'app,old' }

describe('simulationTarget', () => {
  it.each(Object.values(channels))('is the development account of $id where nothing is said', (channel) => {
    const { url, publicUrl, secret, account } = target(channel.id as keyof typeof channels, development)
    expect(account).toEqual(sampleAccount(channel.id))
    expect(secret).toBe(channel.id === 'whatsapp' ? 'app' : 'sample')
    const path = channel.accountInPath ? `/${account.externalId}` : ''
    expect(url).toBe(`http://127.0.0.1:8080/webhooks/${channel.id}${path}`)
    expect(publicUrl).toBe(url)
  })

  it('lets flags win over settings', () => {
    const flags = { account: '7', businessId: '8', secret: 'mine', url: 'http://edge.example/a' }
    const env = { ...development, OMNISTREAM_WHATSAPP_NUMBER_ID: '9', PUBLIC_URL: 'https://public.example' }
    expect(target('whatsapp', env, flags)).toMatchObject({
      ...{ url: 'http://edge.example/a', publicUrl: 'http://edge.example/a', secret: 'mine' },
      account: { externalId: '7', businessId: '8' },
    })
    expect(target('whatsapp', env).account.externalId).toBe('9')
    expect(target('whatsapp', env, { numberId: '6' }).account.externalId).toBe('6')
    expect(target('vk', env, {}).account.externalId).toBe(sampleAccount('vk').externalId)
  })

  it('sends to the edge and signs the URL that the provider would call', () => {
    const env = {
      ...development,
      OMNISTREAM_EDGE_URL: 'http://edge:1/',
      PUBLIC_URL: 'https://public.example/',
    }
    expect(target('email', env)).toMatchObject({
      url: 'http://edge:1/webhooks/email/support@shop.example',
      publicUrl: 'https://public.example/webhooks/email/support@shop.example',
    })
  })

  it('escapes an account in a path', () => {
    expect(target('viber', development, { account: 'a b/c' }).url).toMatch(/\/webhooks\/viber\/a%20b%2Fc$/)
  })

  it('says which secret is missing', () => {
    expect(() => target('vk', {})).toThrow(UsageError)
    expect(() => target('vk', {})).toThrow(/--secret or OMNISTREAM_SAMPLE_SECRET/)
    expect(() => target('whatsapp', { OMNISTREAM_SAMPLE_SECRET: 'x' })).toThrow(/WHATSAPP_APP_SECRET/)
  })
})
