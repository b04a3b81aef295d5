import { errorCode } from './error-code.ts'
import { scrub } from './redact.ts'

/** One thing a service cannot work without. `check` throws when it is down and should honour its signal. */
export type HealthCheck = {
  name: string
  check(signal: AbortSignal): Promise<unknown> | unknown
  timeoutMs?: number
}

export type HealthReport = {
  ok: boolean
  checks: Record<string, { ok: boolean; duration_ms: number; error?: string }>
}

const defaultTimeoutMs = 2_000

/** Runs all checks side by side, each within its own time. */
export const checkHealth = async (checks: readonly HealthCheck[]): Promise<HealthReport> => {
  const results = await Promise.all(checks.map(async (check) => [check.name, await runCheck(check)] as const))
  return { ok: results.every(([, result]) => result.ok), checks: Object.fromEntries(results) }
}

const runCheck = async (
  check: HealthCheck,
): Promise<{ ok: boolean; duration_ms: number; error?: string }> => {
  const begin = performance.now()
  const timeoutMs = check.timeoutMs ?? defaultTimeoutMs
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort()
      reject(new Error(`no answer within ${timeoutMs} ms`))
    }, timeoutMs)
  })
  const spent = (): number => Math.round(performance.now() - begin)
  try {
    await Promise.race([(async () => await check.check(abort.signal))(), timeout])
    return { ok: true, duration_ms: spent() }
  } catch (error) {
    const message = error instanceof Error && error.message !== '' ? scrub(error.message) : 'failed'
    const code = errorCode(error)
    return { ok: false, duration_ms: spent(), error: code === undefined ? message : `${code}: ${message}` }
  } finally {
    clearTimeout(timer)
  }
}
