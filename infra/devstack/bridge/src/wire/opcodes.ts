/** Numbers of the MongoDB wire protocol (MongoDB manual, "Wire Protocol"). */
export const headerBytes = 16
export const opReply = 1
export const opQuery = 2004
export const opMsg = 2013

export const flagChecksumPresent = 1
export const flagMoreToCome = 2

/** The first 16 flag bits are "required": a receiver that does not know one must refuse the message. */
export const requiredFlagsMask = 0xffff

export const maxMessageBytes = 48_000_000
export const maxBsonObjectBytes = 16 * 1024 * 1024
export const maxWriteBatchSize = 100_000
