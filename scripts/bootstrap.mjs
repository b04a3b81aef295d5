/**
 * `npm start` and `npm test` on a machine that has only Node 18 or later and npm: gets the pnpm that package.json
 * names, installs the exact dependencies (Node 24 among them), and hands over to scripts/start.ts or scripts/test.ts.
 * Plain JavaScript without dependencies: nothing is installed when it runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const node = join(root, 'node_modules/.bin/node')
const stamp = join(root, 'node_modules/.omnistream-installed')
const scripts = { start: 'scripts/start.ts', test: 'scripts/test.ts' }
const oldestNode = 18
const stillRunningMs = 10_000

class Failure extends Error {}

try {
  const [command, ...rest] = process.argv.slice(2)
  const script = scripts[command]
  if (script === undefined) throw new Failure('usage: node scripts/bootstrap.mjs start|test [arguments]')
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new Failure(
      `Node ${process.versions.node} is too old: Node ${oldestNode} or later is needed to begin with`,
    )
  }
  await installDependencies()
  process.exitCode = await handOver(script, rest)
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(`omnistream: ${error.message}`)
  process.exitCode = 1
}

async function installDependencies() {
  const wanted = fingerprint()
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [command, ...args] = findPnpm(packageManager)
  const begin = Date.now()
  console.error(`omnistream: installing the dependencies with ${packageManager}`)
  const { code, output } = await runQuietly(command, [
    ...args,
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
  ])
  if (code !== 0) throw new Failure(explainInstall(output))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  console.error(`omnistream: dependencies installed in ${Math.round((Date.now() - begin) / 1000)} s`)
}

/** Changes with whatever decides what is installed. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  const manifests = ['libs', 'services', 'infra'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
  )
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests.sort()]) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`${file}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** The same pnpm where the machine has it, else the one that npm fetches. */
function findPnpm(packageManager) {
  const version = packageManager.slice(packageManager.lastIndexOf('@') + 1)
  // Asked for outside the repository: inside it, pnpm would fetch the named version itself before it answers.
  const found = spawnSync('pnpm', ['--version'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    timeout: 5_000,
    env: { ...process.env, COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' },
  })
  if (found.status === 0 && found.stdout.trim() === version) return ['pnpm']
  console.error(`omnistream: fetching pnpm ${version} with npx`)
  return ['npx', '--yes', `pnpm@${version}`]
}

/** Runs without showing anything but signs of life; the output is for the case that it fails. */
function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output = (output + text).slice(-100_000)
      })
    }
    const begin = Date.now()
    const alive = setInterval(() => {
      const last = output.trim().split('\n').at(-1) ?? ''
      const seconds = Math.round((Date.now() - begin) / 1000)
      console.error(`omnistream: still installing, ${seconds} s (${last.slice(0, 80).trim()})`)
    }, stillRunningMs)
    const release = forwardSignals(child)
    child.once('error', (error) => {
      clearInterval(alive)
      release()
      reject(new Failure(`${command} cannot be run (${error.code}): it comes with Node and npm`))
    })
    child.once('close', (code, signal) => {
      clearInterval(alive)
      release()
      if (signal !== null) reject(new Failure('the installation was interrupted'))
      else resolve({ code, output })
    })
  })
}

/** One line for what usually goes wrong, the end of the output for the rest. */
function explainInstall(output) {
  if (/ENOSPC|no space left/i.test(output))
    return 'no space is left on the disk: the dependencies need about 1 GB'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)) {
    return 'the package registry cannot be reached: check the network, and the registry and proxy that npm is set to'
  }
  if (/EACCES|EROFS/.test(output)) return `the folder ${root} cannot be written to`
  if (/ERR_PNPM_OUTDATED_LOCKFILE/.test(output)) {
    return 'pnpm-lock.yaml does not match the package.json files: run pnpm install and commit the lockfile'
  }
  return `the dependencies could not be installed\n${output.trim().split('\n').slice(-15).join('\n')}`
}

/** The script ends with us, even where we are killed: the channel between us closes then. */
function handOver(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [script, ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const release = forwardSignals(child)
    child.once('error', (error) => {
      release()
      reject(
        new Failure(
          `Node 24 in node_modules cannot be run (${error.code}): delete node_modules and try again`,
        ),
      )
    })
    child.once('exit', (code, signal) => {
      release()
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/**
 * Passes signals on to the child. npm gives a SIGTERM to the shell between us alone, which dies of it without a word:
 * that our parent has changed is then the only sign.
 */
function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const listeners = signals.map((signal) => [signal, () => child.kill(signal)])
  for (const [signal, listener] of listeners) process.on(signal, listener)
  const parent = process.ppid
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(orphaned)
    child.kill('SIGTERM')
  }, 250)
  return () => {
    clearInterval(orphaned)
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}
