/** `pnpm verify`: format, lint, types, generated docs and unit tests; needs no server. */

import { createStopSwitch } from './start/stop-switch.ts'
import { checks } from './steps/checks.ts'
import { runSteps } from './steps/run-steps.ts'
import { vitestStep } from './steps/vitest-step.ts'

const stop = createStopSwitch(process)
const results = await runSteps([vitestStep('unit'), ...checks], { atOnce: 3, stop: stop.signal })
stop.release()
const failed = results.filter((result) => result.failed > 0)
if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(', ')}`)
process.exitCode = failed.length > 0 || stop.signal.aborted ? 1 : 0
