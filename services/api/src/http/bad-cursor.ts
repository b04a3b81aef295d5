import { ProblemError } from '@omnistream/common'

/** The answer to a cursor that its list did not make, in the form of every other refused parameter. */
export function badCursor(parameter: string, detail = 'is not a cursor of this list'): ProblemError {
  return new ProblemError(400, {
    type: 'urn:omnistream:problem:validation',
    title: 'Validation failed',
    detail: 'the query of the request is not valid',
    extensions: { in: 'query', errors: [{ pointer: `/${parameter}`, detail }] },
  })
}
