import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createApi } from '@omnistream/api'
import { offlineDeps } from '@omnistream/api/testing/offline-deps'
import { streamConfigs } from '@omnistream/bus/streams'
import { messageKinds as lineKinds } from '@omnistream/channels/line/content'
import { eventParsers as lineEvents } from '@omnistream/channels/line/event-parsers'
import { events as slackEvents } from '@omnistream/channels/slack/events'
import { interactions as slackInteractions } from '@omnistream/channels/slack/interactions'
import { systemSubtypes as slackSubtypes } from '@omnistream/channels/slack/system-subtypes'
import { families } from '@omnistream/channels/telegram/families'
import { messageKinds as viberKinds } from '@omnistream/channels/viber/content'
import { eventParsers as viberEvents } from '@omnistream/channels/viber/event-parsers'
import { events as vkEvents } from '@omnistream/channels/vk/events'
import { fieldShape } from '@omnistream/channels/whatsapp/fields'
import { createProgram } from '@omnistream/cli/program'
import { migrations as hookgresMigrations } from '@omnistream/hookgres/schema/migrations'
import { tablesOf } from '@omnistream/hookgres/schema/tables'
import { indexSpecs } from '@omnistream/mongo'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8')
const read = async (pattern: string): Promise<string[]> => {
  const paths = await Array.fromAsync(glob(pattern, { cwd: root }))
  return await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
}

/** The names that a page does not have as code. */
const missing = (text: string, names: Iterable<string>): string[] =>
  [...new Set(names)].filter((name) => !text.includes(`\`${name}\``))

it('mongodb.md lists every collection and index', async () => {
  const specs = indexSpecs({ auditDays: 90 })
  const names = specs.flatMap(({ collection, name }) => [collection, name])
  expect(missing(await page('mongodb.md'), names)).toEqual([])
})

it('postgres.md lists every table', async () => {
  const statements = (await read('libs/postgres/drizzle/*.sql')).join('\n')
  const tables = [...statements.matchAll(/create table "(\w+)"/gi)].map(([, name = '']) => name)
  expect(tables.length).toBeGreaterThan(0)
  expect(missing(await page('postgres.md'), tables)).toEqual([])
})

it('hookgres.md lists every table, column and index', async () => {
  const statements = hookgresMigrations.flatMap((one) => one.statements(tablesOf('hookgres'))).join(';\n')
  const tables = [...statements.matchAll(/create table "\w+"\."(\w+)"/g)].map(([, name = '']) => name)
  const columns = [...statements.matchAll(/^ {6}(\w+) (?:text|jsonb|boolean|integer|timestamptz|uuid)\b/gm)]
  const indexes = [...statements.matchAll(/create (?:unique )?index (\w+)/g)]
  expect([tables.length, columns.length > 40, indexes.length]).toEqual([4, true, 10])
  const names = [...tables, ...[...columns, ...indexes].map(([, name = '']) => name)]
  expect(missing(await page('hookgres.md'), names)).toEqual([])
})

it('bus.md lists every stream and its subjects', async () => {
  const names = streamConfigs('').flatMap(({ name = '', subjects = [] }) => [name, ...subjects])
  expect(missing(await page('bus.md'), names)).toEqual([])
})

it('api.md lists every route', async () => {
  const answer = await createApi(offlineDeps()).request('/openapi.json')
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.length).toBeGreaterThan(0)
  expect(missing(await page('api.md'), routes)).toEqual([])
})

it('whatsapp.md lists every field that the examples have and the parser knows', async () => {
  const examples = (await read('libs/channels/src/whatsapp/examples/*.json')).join('\n')
  const fields = [...examples.matchAll(/"field"\s*:\s*"(\w+)"/g)].map(([, field = '']) => field)
  const known = fields.filter((field) => fieldShape(field) !== undefined)
  expect(known.length).toBeGreaterThan(0)
  expect(missing(await page('whatsapp.md'), known)).toEqual([])
})

it('telegram.md lists every field of an update', async () => {
  expect(families.size).toBeGreaterThan(0)
  expect(missing(await page('telegram.md'), families.keys())).toEqual([])
})

it('slack.md lists every event, interaction and subtype', async () => {
  const known = [...slackEvents.keys(), ...slackInteractions.keys(), ...slackSubtypes.keys()]
  expect(missing(await page('slack.md'), known)).toEqual([])
})

it('vk.md lists every event', async () => {
  expect(vkEvents.size).toBeGreaterThan(0)
  expect(missing(await page('vk.md'), vkEvents.keys())).toEqual([])
})

it('line.md lists every event and every type of message', async () => {
  expect(missing(await page('line.md'), [...lineEvents.keys(), ...lineKinds.keys()])).toEqual([])
})

it('viber.md lists every event and every type of message', async () => {
  expect(missing(await page('viber.md'), [...viberEvents.keys(), ...viberKinds.keys()])).toEqual([])
})

it('cli.md lists every command', async () => {
  const nothing = (): void => {}
  const program = createProgram({
    ...{ env: {}, development: {}, out: nothing, err: nothing, fail: nothing },
    outBytes: async () => {},
    ...{ stdin: Readable.from([]), isTerminal: false, stop: new AbortController().signal },
    now: () => new Date(0),
  })
  type Node = { name(): string; commands: readonly Node[]; registeredArguments: readonly Argument[] }
  type Argument = { name(): string; variadic: boolean }
  const usages = (node: Node, above: string): string[] => {
    const name = `${above} ${node.name()}`.trim()
    if (node.commands.length > 0) return node.commands.flatMap((child) => usages(child, name))
    const given = node.registeredArguments.map((one) => ` <${one.name()}${one.variadic ? '...' : ''}>`)
    return [name + given.join('')]
  }
  expect(missing(await page('cli.md'), usages(program, ''))).toEqual([])
})
