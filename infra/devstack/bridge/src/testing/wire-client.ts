import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Document, deserialize } from 'bson'
import { createFrameSplitter } from '../wire/frame-splitter.ts'
import { headerBytes, opReply } from '../wire/opcodes.ts'

export type WireReply = { responseTo: number; document: Document }

export type WireClient = {
  socket: Socket
  send: (message: Buffer) => void
  /** The next reply; undefined when the server closed the connection instead. */
  receive: () => Promise<WireReply | undefined>
}

/** A client that speaks bytes, for what no driver would send. */
export async function openWireClient(port: number): Promise<WireClient> {
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  const split = createFrameSplitter()
  const replies: WireReply[] = []
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    replies.push(...split(chunk).map(readReply))
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => wake())

  async function receive(): Promise<WireReply | undefined> {
    for (;;) {
      const reply = replies.shift()
      if (reply || socket.closed) return reply
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { socket, send: (message) => socket.write(message), receive }
}

function readReply(frame: Buffer): WireReply {
  const documentStart = frame.readInt32LE(12) === opReply ? headerBytes + 20 : headerBytes + 5
  return { responseTo: frame.readInt32LE(8), document: deserialize(frame.subarray(documentStart)) }
}
