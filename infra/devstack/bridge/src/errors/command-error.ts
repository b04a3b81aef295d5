/** The command is answered with `ok: 0`: its error in MongoDB's own numbers and names. */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: string

  constructor(code: number, codeName: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandError'
    this.code = code
    this.codeName = codeName
  }
}
