/**
 * A broken invariant or an I/O failure. `code` is for machines, `message` for the operator who reads the log;
 * `retryable` tells a worker whether the same call may succeed later.
 */
export class OmniError<Code extends string = string> extends Error {
  readonly code: Code
  readonly retryable: boolean

  constructor(code: Code, message: string, options: { cause?: unknown; retryable?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'OmniError'
    this.code = code
    this.retryable = options.retryable ?? false
  }
}
