import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runScript } from '../tests/support/run-command.ts'

let dir: string

/** A checkout of nothing but the bootstrap, and an `npx` that does what the test wants instead of going online. */
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'omnistream-bootstrap-'))
  for (const folder of ['scripts', 'bin', 'libs', 'services', 'infra']) await mkdir(join(dir, folder))
  await copyFile(resolve(import.meta.dirname, 'bootstrap.mjs'), join(dir, 'scripts/bootstrap.mjs'))
  await writeFile(join(dir, 'package.json'), JSON.stringify({ packageManager: 'pnpm@99.0.0' }))
  await writeFile(join(dir, 'pnpm-lock.yaml'), 'lock 1')
  await writeFile(
    join(dir, 'scripts/start.ts'),
    'console.log("started with", process.argv.slice(2).join(" ")); process.exit(7)',
  )
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function npxThat(does: string): Promise<void> {
  await writeFile(join(dir, 'bin/npx'), `#!/bin/sh\necho "$@" >> ${dir}/calls\n${does}\n`)
  await chmod(join(dir, 'bin/npx'), 0o755)
}

const installs = `mkdir -p ${'$'}PWD/node_modules/.bin && ln -sf ${process.execPath} ${'$'}PWD/node_modules/.bin/node`

const bootstrap = (...args: string[]) =>
  runScript(join(dir, 'scripts/bootstrap.mjs'), args, { PATH: `${join(dir, 'bin')}:/usr/bin:/bin` })

describe('the bootstrap', () => {
  it('installs with exactly the pnpm of package.json, hands over, and passes arguments and exit code on', async () => {
    await npxThat(installs)
    const ran = await bootstrap('start', '--once', 'x')
    expect(ran).toMatchObject({ code: 7, out: 'started with --once x\n' })
    expect(ran.err).toContain('fetching pnpm 99.0.0 with npx')
  })

  it('installs again only when the lockfile has changed', async () => {
    await npxThat(installs)
    await bootstrap('start')
    await npxThat('echo ENOTFOUND; exit 1')
    const second = await bootstrap('start')
    expect(second).toMatchObject({ code: 7, err: '' })
    await writeFile(join(dir, 'pnpm-lock.yaml'), 'lock 2')
    expect((await bootstrap('start')).code).toBe(1)
  })

  it.each([
    ['getaddrinfo EAI_AGAIN', /^omnistream: the package registry cannot be reached/m],
    ['ENOSPC: no space left on device', /^omnistream: no space is left on the disk/m],
    ['ERR_PNPM_OUTDATED_LOCKFILE', /^omnistream: pnpm-lock.yaml does not match/m],
    ['something else', /^omnistream: the dependencies could not be installed\nsomething else/m],
  ])('explains a failed installation in one line: %s', async (output, line) => {
    await npxThat(`echo "${output}"; exit 1`)
    const ran = await bootstrap('start')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(line)
  })

  it('names its two commands', async () => {
    expect(await bootstrap('stop')).toMatchObject({ code: 1, err: expect.stringContaining('usage:') })
  })
})
