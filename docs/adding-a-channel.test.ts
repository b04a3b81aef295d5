import { access, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { channels } from '@omnistream/channels'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const page = await readFile(join(import.meta.dirname, 'adding-a-channel.md'), 'utf8')
/** What no channel can do without; the rest may be shared, as Meta's channels do. */
const always = [
  'index.ts',
  'parse.ts',
  'sample.ts',
  'cases.ts',
  'channel.test.ts',
  'fuzz.test.ts',
  'examples',
]

const isThere = (path: string): Promise<boolean> =>
  access(join(root, path)).then(
    () => true,
    () => false,
  )

it('names every file that each channel has', () => {
  for (const file of always) expect(page).toContain(`\`${file}\``)
})

it('names every property of a channel', () => {
  const properties = new Set(Object.values(channels).flatMap((channel) => Object.keys(channel)))
  expect([...properties].filter((property) => !page.includes(`\`${property}\``))).toEqual([])
})

it('names every case that a channel can fill in', async () => {
  const source = await readFile(join(root, 'libs/channels/src/testing/channel-cases.ts'), 'utf8')
  const type = /export type ChannelCases = \{\n([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  const cases = [...type.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name = '']) => name)
  expect(cases).toContain('payloads')
  expect(cases.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

describe.each(Object.keys(channels))('%s', (id) => {
  it('was added like that', async () => {
    const paths = [...always.map((file) => `libs/channels/src/${id}/${file}`), `docs/reference/${id}.md`]
    const missing: string[] = []
    for (const path of paths) if (!(await isThere(path))) missing.push(path)
    expect(missing).toEqual([])
  })
})
