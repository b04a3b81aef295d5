import { ProtocolError } from '../wire/protocol-error.ts'

/**
 * Checks the outer shape of a BSON document: its length field and its closing zero.
 * What is inside is checked by whoever decodes it.
 * @throws ProtocolError BAD_BSON
 */
export function assertDocument(bytes: Buffer): void {
  const fits = bytes.length >= 5 && bytes.readInt32LE(0) === bytes.length && bytes[bytes.length - 1] === 0
  if (!fits) throw new ProtocolError('BAD_BSON', 'a BSON document has a wrong length or no end')
}
