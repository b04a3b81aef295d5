import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { profile as instagram } from '@omnistream/channels/instagram/profile'
import { profile as messenger } from '@omnistream/channels/messenger/profile'
import { eventParsers } from '@omnistream/channels/meta/messaging/event-parsers'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8')
const missing = (text: string, names: Iterable<string>): string[] =>
  [...new Set(names)].filter((name) => !text.includes(`\`${name}\``))

/** The types of attachments that the examples of a channel have, but the one invented for the future. */
async function attachmentTypes(channel: string): Promise<string[]> {
  const paths = await Array.fromAsync(glob(`libs/channels/src/${channel}/examples/*.json`, { cwd: root }))
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  const types: string[] = []
  for (const text of texts) {
    JSON.parse(text, (key, value: unknown) => {
      if (key !== 'attachments' || !Array.isArray(value)) return value
      for (const { type } of value as { type?: string }[]) if (type !== undefined) types.push(type)
      return value
    })
  }
  return types.filter((type) => type !== 'hologram')
}

it('messenger.md lists every event, attachment type and field that the parser knows', async () => {
  const text = await page('messenger.md')
  const types = await attachmentTypes('messenger')
  expect(types.length).toBeGreaterThan(5)
  expect(missing(text, [...eventParsers.keys(), ...types, ...messenger.accountFields])).toEqual([])
})

it('instagram.md lists every field, and each attachment type that messenger.md does not', async () => {
  const text = await page('instagram.md')
  const types = await attachmentTypes('instagram')
  expect(missing(text, instagram.accountFields)).toEqual([])
  expect(missing(text + (await page('messenger.md')), types)).toEqual([])
})
