const encoder = new TextEncoder()

/** The bytes of a payload; a string is taken as it is. */
export function toBody(payload: unknown): Uint8Array {
  return encoder.encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
}
