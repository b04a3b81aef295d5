/** One thing that verify or test does; a check counts as one test, a vitest project as many. */
export type StepResult = {
  name: string
  passed: number
  failed: number
  skipped: number
  ms: number
  /** What a person needs to see of the failure; empty where there was none. */
  details: string
}

export type Step = { name: string; run(stop: AbortSignal): Promise<StepResult> }
