import { connect } from 'node:net'

const timeoutMs = 1_000

/** The first words a text-protocol server on a loopback port answers; empty when there is none. */
export function talk(port: number, words: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const finish = (answer: string) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(timeoutMs, () => finish(''))
    socket.once('connect', () => socket.write(words))
    socket.once('data', (data) => finish(data.toString('latin1')))
    socket.once('error', () => finish(''))
    socket.once('close', () => finish(''))
  })
}
