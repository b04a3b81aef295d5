export type DevstackErrorCode =
  | 'NO_WAY'
  | 'NOT_ROOT'
  | 'DISK_FULL'
  | 'PORT_IN_USE'
  | 'BUILD_FAILED'
  | 'START_FAILED'
  | 'LOCK_TIMEOUT'
  | 'BAD_SETTINGS'

/** A reason the servers are not there, in one line a person can act on. */
export class DevstackError extends Error {
  readonly code: DevstackErrorCode

  constructor(code: DevstackErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DevstackError'
    this.code = code
  }
}
