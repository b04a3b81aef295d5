import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { runCommand } from './run-command.ts'
import type { Step } from './step.ts'

const root = resolve(import.meta.dirname, '../..')
const timeoutMs = 20 * 60_000
const messageLines = 25
const outputTail = 6_000

/** The part of vitest's JSON report that is read. */
const reportShape = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

type Report = z.infer<typeof reportShape>

/** Runs one vitest project and counts what its own report counts. */
export const vitestStep = (project: 'unit' | 'int' | 'e2e', args: readonly string[] = []): Step => ({
  name: `${project} tests`,
  async run(stop) {
    const dir = await mkdtemp(join(tmpdir(), 'omnistream-test-'))
    const file = join(dir, 'report.json')
    try {
      const { ok, output, ms, timedOut } = await runCommand(
        process.execPath,
        [
          ...['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--allowOnly=false'],
          ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
        ],
        { cwd: root, timeoutMs, stop, env: { ...process.env, NO_COLOR: '1' } },
      )
      const report = await readReport(file)
      const base = { name: `${project} tests`, ms }
      if (report === undefined || timedOut) {
        const why = timedOut ? 'out of time' : 'vitest left no report'
        const details = `${why}\n${output.slice(-outputTail)}`
        return { ...base, passed: report?.numPassedTests ?? 0, failed: 1, skipped: 0, details }
      }
      const failures = failuresOf(report)
      // Errors outside any test, such as an unhandled rejection, are in no test's result.
      if (!ok && failures.length === 0)
        failures.push(`errors outside the tests\n${output.slice(-outputTail)}`)
      return {
        ...base,
        passed: report.numPassedTests,
        failed: failures.length,
        skipped: report.numPendingTests + report.numTodoTests,
        details: failures.join('\n\n'),
      }
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
})

async function readReport(file: string): Promise<Report | undefined> {
  try {
    return reportShape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** One text for each failed test, and one for each file that failed as a whole (it could not be loaded, or a hook threw). */
function failuresOf(report: Report): string[] {
  return report.testResults.flatMap((file) => {
    const where = relative(root, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [`${where}\n${firstLines(file.message)}`]
    return failed.map(
      (test) => `${where} > ${test.fullName}\n${firstLines((test.failureMessages ?? []).join('\n'))}`,
    )
  })
}

/** Without the frames inside the test runner, which say nothing about the failure. */
const firstLines = (text: string): string =>
  stripVTControlCharacters(text)
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, messageLines)
    .join('\n')
