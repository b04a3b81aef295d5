export type ProtocolErrorCode = 'BAD_LENGTH' | 'BAD_CHECKSUM' | 'BAD_MESSAGE' | 'BAD_BSON' | 'UNKNOWN_OPCODE'

/**
 * The peer broke the wire protocol. The stream cannot be trusted after it: the one connection it came
 * from is closed, no other is touched.
 */
export class ProtocolError extends Error {
  readonly code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProtocolError'
    this.code = code
  }
}
