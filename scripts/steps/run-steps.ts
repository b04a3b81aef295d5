import { paint } from '../start/terminal.ts'
import type { Step, StepResult } from './step.ts'

const stillRunningMs = 30_000

/** Runs steps, `atOnce` at a time, and prints each one's outcome when it is known. */
export async function runSteps(
  steps: readonly Step[],
  options: { atOnce: number; stop: AbortSignal },
): Promise<StepResult[]> {
  const results: StepResult[] = []
  const waiting = [...steps]
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (options.stop.aborted) return
      const result = await runWatched(step, options.stop)
      printResult(result)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, worker))
  return results
}

async function runWatched(step: Step, stop: AbortSignal): Promise<StepResult> {
  const begin = performance.now()
  const alive = setInterval(() => {
    console.log(paint('dim', `  ${step.name}: ${seconds(performance.now() - begin)} so far`))
  }, stillRunningMs)
  try {
    return await step.run(stop)
  } finally {
    clearInterval(alive)
  }
}

function printResult(result: StepResult): void {
  const ok = result.failed === 0
  const counts =
    result.passed + result.failed + result.skipped > 1
      ? ` ${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}`
      : ''
  const mark = ok ? paint('green', '✓') : paint('red', '✗')
  console.log(`${mark} ${result.name}${counts} ${paint('dim', `(${seconds(result.ms)})`)}`)
  if (!ok) console.log(`${result.details}\n`)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
