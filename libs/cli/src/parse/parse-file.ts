import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Callback, ParsedUpdate } from '@omnistream/channels'
import { sleep } from '@omnistream/common/sleep'

export type ParseQuestion = { channel: string; body: Uint8Array; callback: Callback }
export type ParseAnswer = { ok: true; updates: ParsedUpdate[] } | { ok: false; error: string }

export type Parser = {
  /** Never takes longer than the limit: a payload that does is given up with an error. */
  parse(question: ParseQuestion): Promise<ParseAnswer>
  close(): Promise<void>
}

const limitMs = 2_000

/** Parses in a thread, so that no payload, however odd, can hold the command up. */
export function createParser(): Parser {
  let worker: Worker | undefined
  const ready = async (): Promise<Worker> => {
    if (worker !== undefined) return worker
    const started = new Worker(new URL('./parse-worker.ts', import.meta.url))
    await once(started, 'online')
    // The first question pays for loading the parsers; it must not count as the payload's time.
    const nothing = { channel: '', body: new Uint8Array(), callback: { headers: {} } }
    started.postMessage(nothing satisfies ParseQuestion)
    await once(started, 'message')
    worker = started
    return started
  }
  const close = async (): Promise<void> => {
    const running = worker
    worker = undefined
    await running?.terminate()
  }
  return {
    async parse(question) {
      const running = await ready()
      const abort = new AbortController()
      running.postMessage(question)
      try {
        const answered = once(running, 'message', { signal: abort.signal }) as Promise<[ParseAnswer]>
        const late = sleep(limitMs, abort.signal).then(() => undefined)
        const first = await Promise.race([answered, late])
        if (first !== undefined) return first[0]
        await close()
        return { ok: false, error: `not parsed within ${limitMs} ms` }
      } catch (error) {
        await close()
        return { ok: false, error: error instanceof Error ? error.message : 'the parser ended' }
      } finally {
        abort.abort()
      }
    },
    close,
  }
}
