import { validationProblem } from '@omnistream/common'
import type { z } from 'zod'

export type InputError = { pointer: string; detail: string }

/** What is wrong with an input, one entry for each problem; an unknown name is an entry of its own. */
export function inputErrors(error: z.core.$ZodError, where: string): InputError[] {
  const known = error.issues.filter((issue) => issue.code !== 'unrecognized_keys')
  const unknown = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownNames(issue, where) : [],
  )
  const { body } = validationProblem({ ...error, issues: known })
  const listed = (body.errors as InputError[]).map(({ pointer, detail }) => ({ pointer, detail }))
  return [...listed, ...unknown]
}

function unknownNames(issue: z.core.$ZodIssueUnrecognizedKeys, where: string): InputError[] {
  const parent = issue.path.map((part) => `/${String(part)}`).join('')
  const what = where === 'body' ? 'field' : 'parameter'
  return issue.keys.map((key) => ({ pointer: `${parent}/${key}`, detail: `is not a ${what} known here` }))
}
