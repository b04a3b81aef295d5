import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { channels } from '@omnistream/channels'
import type { ChannelCases } from '@omnistream/channels/testing/channel-cases'
import { exampleNames } from '@omnistream/channels/testing/read-example'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createParser, type ParseAnswer } from './parse-file.ts'
import { readWebhook } from './read-webhook.ts'

const parser = createParser()
const nothing = Readable.from([])

beforeAll(() => parser.parse({ channel: '', body: new Uint8Array(), callback: { headers: {} } }), 60_000)
afterAll(() => parser.close())

async function parseFile(cases: ChannelCases, name: string): Promise<ParseAnswer> {
  const file = fileURLToPath(new URL(name, cases.examples))
  const read = await readWebhook(file, nothing, cases.account === undefined ? {} : { account: cases.account })
  return read.ok ? await parser.parse({ channel: cases.channel.id, ...read }) : read
}

it.each(Object.keys(channels))(
  'every example file of %s becomes the updates written down for it',
  async (id) => {
    const loaded: Record<string, ChannelCases> = await import(`@omnistream/channels/${id}/cases`)
    const cases = Object.values(loaded).find((value) => value.channel?.id === id)
    if (cases === undefined) throw new Error(`${id} has no cases`)
    const names = exampleNames(cases.examples)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const expected = new URL(`expected/${name.replace(/\.http$/, '.json')}`, cases.examples)
      expect(await parseFile(cases, name), name).toEqual({
        ok: true,
        updates: JSON.parse(await readFile(expected, 'utf8')),
      })
    }
  },
  30_000,
)
