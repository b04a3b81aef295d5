import { headerBytes, opMsg, opReply } from './opcodes.ts'
import type { Message } from './parse-message.ts'

const msgPrefixBytes = headerBytes + 4 + 1
const replyPrefixBytes = headerBytes + 20

/**
 * The head of the answer to `request`; the reply document follows it on the wire as it is, so a page of
 * 16 MB is never copied. OP_QUERY is answered with OP_REPLY, everything else with OP_MSG.
 */
export function encodeReplyHead(request: Message, documentBytes: number, responseId: number): Buffer {
  const isQuery = request.kind === 'query'
  const head = Buffer.alloc(isQuery ? replyPrefixBytes : msgPrefixBytes)
  head.writeInt32LE(head.length + documentBytes, 0)
  head.writeInt32LE(responseId, 4)
  head.writeInt32LE(request.requestId, 8)
  head.writeInt32LE(isQuery ? opReply : opMsg, 12)
  if (isQuery) head.writeInt32LE(1, headerBytes + 16)
  return head
}
