import { resolve } from 'node:path'
import { runCommand } from './run-command.ts'
import type { Step } from './step.ts'

const root = resolve(import.meta.dirname, '../..')
const timeoutMs = 5 * 60_000
const detailsMax = 12_000

const check = (name: string, command: string, ...args: string[]): Step => ({
  name,
  async run(stop) {
    const { ok, output, ms } = await runCommand(command, args, { cwd: root, timeoutMs, stop })
    const details = ok ? '' : output.trim().slice(-detailsMax)
    return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, ms, details }
  },
})

const bin = (name: string): string => resolve(root, 'node_modules/.bin', name)

/** What is checked without running the product. */
export const checks: readonly Step[] = [
  check('format and lint', bin('biome'), 'ci', '--colors=off', '--error-on-warnings', '.'),
  check('promises', bin('oxlint'), '--type-aware', '--deny-warnings'),
  check('types', bin('tsc'), '-p', 'tsconfig.json'),
  check('configuration docs', process.execPath, 'scripts/config-docs.ts'),
]
