/** `pnpm devstack up | down | status | env | logs | reset`. */
import process from 'node:process'
import { printEnv, printLogs, printStatus } from './cli-reports.ts'
import { DevstackError } from './devstack-error.ts'
import { ensureDevstack } from './ensure-devstack.ts'
import { stopDevstack } from './stop-devstack.ts'

const usage = `usage: pnpm devstack <command>
  up        start the servers (builds them the first time); prints their addresses
  down      stop them; the data stays
  status    what runs
  env       the addresses as environment lines (--json for machines)
  logs      the last lines of every server's log (or name one: logs nats)
  reset     stop them and delete their data`

const log = (line: string) => console.error(line)
const [command, ...rest] = process.argv.slice(2)

try {
  switch (command) {
    case 'up':
      await ensureDevstack({ log, env: process.env })
      printEnv(process.env, false)
      break
    case 'down':
      await stopDevstack({ log, env: process.env })
      break
    case 'reset':
      await stopDevstack({ log, env: process.env, removeData: true })
      break
    case 'status':
      process.exitCode = (await printStatus(process.env)) ? 0 : 1
      break
    case 'env':
      printEnv(process.env, rest.includes('--json'))
      break
    case 'logs':
      await printLogs(process.env, rest)
      break
    default:
      log(usage)
      process.exitCode = command === undefined || command === '--help' ? 0 : 2
  }
} catch (error) {
  if (!(error instanceof DevstackError)) throw error
  log(`devstack: ${error.message}`)
  process.exitCode = 1
}
