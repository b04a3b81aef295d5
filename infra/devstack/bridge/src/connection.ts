import type { Socket } from 'node:net'
import { answer } from './answer.ts'
import type { Context } from './context.ts'
import { ConnectionLostError } from './errors/connection-lost-error.ts'
import { encodeReplyHead } from './wire/encode-reply.ts'
import { createFrameSplitter } from './wire/frame-splitter.ts'
import { type Message, parseMessage } from './wire/parse-message.ts'
import { ProtocolError } from './wire/protocol-error.ts'

/** Reading stops while this much waits behind the command being worked on. */
const queuedFramesMax = 16
const queuedBytesMax = 4 * 1024 * 1024

export type Connection = {
  /** Reads no more, finishes the messages already here, then ends the connection. */
  drain: () => Promise<void>
  destroy: () => void
}

/**
 * Serves one client. Its messages are answered one after the other in the order they came; a client that
 * sends faster than it is served, or does not read its answers, is slowed down by TCP.
 */
export function serveConnection(socket: Socket, context: Context, onLog: (line: string) => void): Connection {
  const split = createFrameSplitter()
  const queue: Buffer[] = []
  let queuedBytes = 0
  let working: Promise<void> | undefined
  let responseId = 0

  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of split(chunk)) {
        queue.push(frame)
        queuedBytes += frame.length
      }
    } catch (error) {
      refuse(error)
    }
    if (isFull()) socket.pause()
    if (!working && queue.length > 0)
      working = work().finally(() => {
        working = undefined
      })
  })

  function isFull(): boolean {
    return queue.length >= queuedFramesMax || queuedBytes >= queuedBytesMax
  }

  async function work(): Promise<void> {
    try {
      for (let frame = queue.shift(); frame && !socket.destroyed; frame = queue.shift()) {
        queuedBytes -= frame.length
        if (socket.isPaused() && !isFull() && !draining) socket.resume()
        await serve(parseMessage(frame))
      }
    } catch (error) {
      refuse(error)
    }
  }

  async function serve(message: Message): Promise<void> {
    const reply = await answer(message, context)
    if (message.moreToCome || socket.destroyed) return
    responseId = (responseId + 1) & 0x7fffffff
    socket.cork()
    socket.write(encodeReplyHead(message, reply.length, responseId))
    const flowing = socket.write(reply)
    socket.uncork()
    if (!flowing) await drained(socket)
  }

  function refuse(error: unknown): void {
    queue.length = 0
    socket.destroy()
    if (error instanceof ConnectionLostError) return
    const reason = error instanceof ProtocolError ? `${error.code}: ${error.message}` : String(error)
    onLog(`a connection was closed: ${reason}`)
  }

  let draining = false
  return {
    drain: async () => {
      draining = true
      socket.pause()
      await working
      await new Promise<void>((resolve) => socket.end(resolve))
    },
    destroy: () => socket.destroy(),
  }
}

/** Until the peer has read enough, or is gone. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.once('drain', done)
    socket.once('close', done)
    if (socket.destroyed) done()
  })
}
