import { finished } from 'node:stream/promises'
import { decodeStream } from './decode-stream.ts'
import type { Answer } from './exchange.ts'

export type ResponseLimits = {
  /** The most characters (code points) that are kept. */
  charsMax: number
  /** The most bytes of UTF-8 that are kept; default: no limit of its own. */
  bytesMax?: number
}

/** What is left of a body is read away within these limits, since a new connection costs more. */
const drainBytesMax = 65_536
const drainMsMax = 250

/**
 * The beginning of a body as text that every store takes: bytes that are not UTF-8 become U+FFFD, NUL is removed, and a
 * cut never leaves half a character. Little more is read than needed: an endless body costs some buffers. A body whose
 * encoding is unknown has no text; one that is broken has the text up to the break.
 */
export async function readResponse(answer: Answer, limits: ResponseLimits): Promise<string> {
  const { body, headers, touch } = answer
  const decoded = decodeStream(body, headers['content-encoding'])
  const text = decoded.ok ? await readText(decoded, limits, touch) : ''
  if (!body.readableEnded && !body.destroyed) await drain(answer)
  return text
}

async function readText(
  { stream, isBroken }: { stream: Answer['body']; isBroken(): boolean },
  limits: ResponseLimits,
  touch: () => void,
): Promise<string> {
  const decoder = new TextDecoder()
  const cut = createCutter(limits)
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      touch()
      cut.add(decoder.decode(chunk, { stream: true }))
      if (cut.isFull()) return cut.text()
    }
    cut.add(decoder.decode())
  } catch (error) {
    if (!isBroken()) throw error
  }
  return cut.text()
}

/** Collects text up to the limits. */
function createCutter({ charsMax, bytesMax = Number.POSITIVE_INFINITY }: ResponseLimits) {
  let kept = ''
  let chars = 0
  let bytes = 0
  let full = charsMax <= 0
  return {
    add(text: string): void {
      for (const char of text) {
        if (full) return
        if (char === '\0') continue
        const size = utf8Length(char.codePointAt(0) ?? 0)
        if (chars + 1 > charsMax || bytes + size > bytesMax) full = true
        else {
          kept += char
          chars += 1
          bytes += size
        }
      }
    },
    isFull: () => full,
    text: () => kept,
  }
}

const utf8Length = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)

/** The text is known; whether the rest comes decides only about the connection. */
async function drain({ body, headers }: Answer): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > drainBytesMax) return
  let bytes = 0
  body.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes > drainBytesMax) body.destroy()
  })
  await finished(body, { signal: AbortSignal.timeout(drainMsMax) }).catch(() => {})
}
