import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { developmentFilePath, readDevelopmentFile } from './settings/development-file.ts'

// Before the imports that it is to speed up, hence the dynamic one.
enableCompileCache()
const { runCli } = await import('./run-cli.ts')

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// `omnistream … | head` closes the pipe when it has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  development: readDevelopmentFile(developmentFilePath(process.env)),
  out: (line) => {
    process.stdout.write(`${line}\n`)
  },
  async outBytes(bytes) {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
  },
  err: (line) => {
    process.stderr.write(`${line}\n`)
  },
  stdin: process.stdin,
  isTerminal: process.stderr.isTTY === true,
  stop: stop.signal,
  now: () => new Date(),
})
process.exitCode = exitCode
