import { headerBytes, maxMessageBytes } from './opcodes.ts'
import { ProtocolError } from './protocol-error.ts'

/**
 * Cuts a byte stream into whole wire messages. A message that spans chunks is copied together once, so a
 * 48 MB message does not cost a copy per chunk.
 * @throws ProtocolError BAD_LENGTH when a header names an impossible length
 */
export function createFrameSplitter(maxBytes: number = maxMessageBytes): (chunk: Buffer) => Buffer[] {
  let parts: Buffer[] = []
  let pendingBytes = 0
  let wantedBytes = headerBytes

  return function split(chunk) {
    parts.push(chunk)
    pendingBytes += chunk.length
    if (pendingBytes < wantedBytes) return []

    let rest = parts.length === 1 ? chunk : Buffer.concat(parts, pendingBytes)
    const frames: Buffer[] = []
    wantedBytes = headerBytes
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0)
      if (length < headerBytes || length > maxBytes) {
        throw new ProtocolError('BAD_LENGTH', `a message of ${length} bytes; at most ${maxBytes} are taken`)
      }
      if (rest.length < length) {
        wantedBytes = length
        break
      }
      frames.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    parts = rest.length > 0 ? [rest] : []
    pendingBytes = rest.length
    return frames
  }
}
