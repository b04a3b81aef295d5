/** The MongoDB wire bridge as a process of its own. It is started by devstack, or by hand with the settings below. */
import process from 'node:process'
import { readSettings } from './settings.ts'
import { startBridge } from './start-bridge.ts'

const log = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`)

try {
  const bridge = await startBridge(readSettings(process.env), log)
  log(`speaking the MongoDB wire protocol on port ${bridge.port}`)
  const stop = () => {
    bridge.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log(String(error))
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
