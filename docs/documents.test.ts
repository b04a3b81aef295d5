import { access, glob, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const pages = await Array.fromAsync(
  glob(['*.md', 'docs/**/*.md', 'infra/**/*.md'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }),
)
const texts = new Map(
  await Promise.all(pages.map(async (page) => [page, await readFile(join(root, page), 'utf8')] as const)),
)
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Commands that pnpm has itself. */
const pnpmOwn = new Set(['install', 'run', 'exec'])

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Text outside of code. */
const prose = (text: string): string =>
  text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '')

/** Code spans, and code blocks line by line. */
const code = (text: string): string[] => [
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
  ...[...text.matchAll(/^ *```[^\n]*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.trim()),
  ),
]

/** As the usual renderers name the anchor of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchor(heading))

async function brokenLinks(page: string, text: string): Promise<string[]> {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken: string[] = []
  for (const link of links.filter((one) => !/^[a-z]+:/.test(one))) {
    const [path = '', fragment] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    const isThere = await exists(join(root, target))
    if (!isThere || (fragment && !anchors(texts.get(target) ?? '').includes(fragment))) broken.push(link)
  }
  return broken
}

describe.each(pages)('%s', (page) => {
  const text = texts.get(page) ?? ''

  it('links to what exists', async () => {
    expect(await brokenLinks(page, text)).toEqual([])
  })

  it('names paths of the repository that exist', async () => {
    const named = [
      ...text.matchAll(/(?<![\w/.@-])(?:libs|services|infra|scripts|tests|docs)\/[\w./-]*\w/g),
    ].map(([path]) => path)
    const missing: string[] = []
    // Where a page of a folder speaks of its own files, they are below it.
    for (const path of new Set(named)) {
      if (!(await exists(join(root, path))) && !(await exists(join(root, dirname(page), path))))
        missing.push(path)
    }
    expect(missing).toEqual([])
  })

  it('names commands that exist', () => {
    const named = code(text).flatMap((line) => {
      const found =
        /^(?:\$ )?(?:npm run|(?:npx )?pnpm(?:@[\d.]+)?|npm(?= (?:start|test)\b)) ([a-z][\w:]*)/.exec(line)
      return found?.[1] === undefined ? [] : [found[1]]
    })
    expect([...new Set(named)].filter((name) => !(name in scripts) && !pnpmOwn.has(name))).toEqual([])
  })
})
