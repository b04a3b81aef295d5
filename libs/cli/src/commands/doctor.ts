import { styleText } from 'node:util'
import { Command } from 'commander'
import type { CliContext } from '../context.ts'
import type { Finding } from '../doctor/finding.ts'
import { type JsonFlag, withExamples, withJson } from '../settings/common-options.ts'
import { readConfig } from '../settings/read-config.ts'

/** `doctor`: what is wrong, and what to do about it. */
export function doctorCommand(context: CliContext): Command {
  const command = new Command('doctor')
    .description(
      'look for what usually goes wrong and say how to mend it; changes nothing, exits with 1 if it finds a problem',
    )
    .action((flags: JsonFlag) => doctor(context, flags))
  return withExamples(
    withJson(command),
    'omnistream doctor',
    'omnistream doctor --json | jq \'.findings[] | select(.state == "problem")\'',
  )
}

async function doctor(context: CliContext, flags: JsonFlag): Promise<void> {
  const { runDoctor } = await import('../doctor/run-doctor.ts')
  const findings = await runDoctor(readConfig(context), context.now())
  const problems = findings.filter(({ state }) => state === 'problem').length
  if (flags.json === true) context.out(JSON.stringify({ ok: problems === 0, findings }))
  else {
    for (const finding of findings) context.out(formatFinding(finding))
    context.out(
      problems === 0 ? '\nno problem found' : `\n${problems === 1 ? '1 problem' : `${problems} problems`}`,
    )
  }
  if (problems > 0) context.fail()
}

const marks = {
  ok: ['green', '✓'],
  note: ['yellow', '!'],
  problem: ['red', '✗'],
  skipped: ['gray', '-'],
} as const

export function formatFinding({ check, state, what, fix }: Finding): string {
  const [colour, mark] = marks[state]
  const line = `${styleText(colour, mark, { stream: process.stdout })} ${check}: ${what}`
  return fix === undefined ? line : `${line}\n    → ${fix}`
}
