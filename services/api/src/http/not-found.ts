import { ProblemError } from '@omnistream/common'

/** The same answer for what does not exist and for what belongs to another tenant. */
export function notFound(what: string): ProblemError {
  return new ProblemError(404, { detail: `no ${what} with this id` })
}
