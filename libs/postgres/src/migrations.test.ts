import { readdir, readFile } from 'node:fs/promises'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, it } from 'vitest'
import * as schema from './schema.ts'

const folder = new URL('../drizzle/', import.meta.url)

it('has a migration for everything the schema says', async () => {
  const snapshots = (await readdir(new URL('meta/', folder)))
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
  const newest = JSON.parse(
    await readFile(new URL(`meta/${snapshots.at(-1)}`, folder), 'utf8'),
  ) as ReturnType<typeof generateDrizzleJson>
  expect(await generateMigration(newest, generateDrizzleJson({ ...schema }, newest.id))).toEqual([])
})

it('keeps its migrations free of schema names, so that search_path decides', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) expect(await readFile(new URL(name, folder), 'utf8')).not.toMatch(/\bpublic\b/)
})
