/** `npm test`: every check and every test, on a data plane that is brought up for it. The last line counts them. */
import { openDataPlane } from './start/data-plane.ts'
import { explainStartError } from './start/start-error.ts'
import { createStopSwitch } from './start/stop-switch.ts'
import { say } from './start/terminal.ts'
import { checks } from './steps/checks.ts'
import { runSteps } from './steps/run-steps.ts'
import type { Step, StepResult } from './steps/step.ts'
import { vitestStep } from './steps/vitest-step.ts'

const stop = createStopSwitch(process)
const results: StepResult[] = []
let closePlane = async (): Promise<void> => {}

/** The data plane counts as one: without it nothing else that needs it can pass. */
const dataPlane: Step = {
  name: 'data plane',
  async run(signal) {
    const begin = performance.now()
    const base = { name: 'data plane', skipped: 0 }
    try {
      const plane = await openDataPlane(process.env, say, signal)
      closePlane = plane.stop
      return { ...base, passed: 1, failed: 0, ms: performance.now() - begin, details: '' }
    } catch (error) {
      const details = explainStartError(error) ?? String(error)
      return { ...base, passed: 0, failed: 1, ms: performance.now() - begin, details }
    }
  },
}

try {
  results.push(
    ...(await runSteps([dataPlane, vitestStep('unit'), ...checks], { atOnce: 3, stop: stop.signal })),
  )
  const isUp = results.some(({ name, failed }) => name === dataPlane.name && failed === 0)
  if (isUp) {
    results.push(
      ...(await runSteps([vitestStep('int'), vitestStep('e2e')], { atOnce: 1, stop: stop.signal })),
    )
  }
} finally {
  await closePlane()
  stop.release()
}

const sum = (count: (result: StepResult) => number): number =>
  results.reduce((total, result) => total + count(result), 0)
const interrupted = stop.signal.aborted ? 1 : 0
const failed = sum((result) => result.failed) + interrupted
if (interrupted > 0) console.log('interrupted')
console.log(`${sum((result) => result.passed)} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
