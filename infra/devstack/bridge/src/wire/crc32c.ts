/** Reflected polynomial of CRC-32C (Castagnoli), RFC 3720 appendix B.4. */
const polynomial = 0x82f63b78

const table = buildTable()

/**
 * CRC-32C of the bytes, as an unsigned 32-bit number.
 * OP_MSG carries it behind the last section when its first flag bit is set.
 */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

function buildTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
    return value >>> 0
  })
}
