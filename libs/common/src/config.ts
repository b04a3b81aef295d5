import type { z } from 'zod'
import { describeConfig } from './describe-config.ts'
import { OmniError } from './errors.ts'

/** Says everything that is wrong with a service's environment at once; never repeats a value. */
export class ConfigError extends OmniError<'CONFIG_INVALID'> {
  readonly problems: readonly string[]

  constructor(service: string, problems: readonly string[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    super(
      'CONFIG_INVALID',
      `${service}: ${count} in the configuration\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads a service's settings from the environment once, at start.
 * In: a zod object whose keys are the variables' names; an empty variable counts as absent.
 * Out: the frozen, typed settings. Throws ConfigError with one line for each problem.
 */
export const loadConfig = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
  options: { service: string },
): Readonly<z.output<Schema>> => {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]
    if (value !== undefined && value.trim() !== '') given[name] = value
  }
  const parsed = schema.safeParse(given)
  if (parsed.success) return Object.freeze(parsed.data)
  throw new ConfigError(options.service, problemLines(schema, parsed.error.issues, given))
}

const problemLines = (
  schema: z.ZodObject,
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, string>>,
): string[] => {
  const fields = new Map(describeConfig(schema).map((field) => [field.name, field]))
  const lines = issues.map((issue) => {
    const name = String(issue.path[0] ?? '')
    const field = fields.get(name)
    if (field === undefined) return name === '' ? issue.message : `${name}: ${issue.message}`
    const hint = [
      ...(field.description === '' ? [] : [field.description]),
      ...(field.example === undefined ? [] : [`for example ${name}=${field.example}`]),
    ].join('; ')
    const what = name in given ? issue.message : 'is required and was not set'
    return hint === '' ? `${name}: ${what}` : `${name}: ${what} (${hint})`
  })
  return [...new Set(lines)]
}
