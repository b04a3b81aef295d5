/** `npm start`: everything a development machine needs, in one terminal. `-- --once` ends after the summary. */
import { resolve } from 'node:path'
import { runStart } from './start/run-start.ts'
import { explainStartError } from './start/start-error.ts'
import { createStopSwitch } from './start/stop-switch.ts'

const stop = createStopSwitch(process)
try {
  await runStart({
    root: resolve(import.meta.dirname, '..'),
    env: process.env,
    once: process.argv.includes('--once'),
    stop: stop.signal,
  })
} catch (error) {
  if (!stop.signal.aborted) {
    const line = explainStartError(error)
    if (line === undefined) console.error(error)
    else console.error(`omnistream: ${line}`)
    process.exitCode = 1
  }
} finally {
  stop.release()
}
