import { parentPort } from 'node:worker_threads'
import { channelById } from '@omnistream/channels'
import type { ParseAnswer, ParseQuestion } from './parse-file.ts'

/** The thread of `parse`: one payload in, its updates out. */
parentPort?.on('message', ({ channel: id, body, callback }: ParseQuestion) => {
  const channel = channelById(id)
  const payload = channel?.read(body, callback)
  const answer: ParseAnswer =
    channel === undefined || payload === undefined
      ? { ok: false, error: `there is no channel "${id}"` }
      : payload.ok
        ? { ok: true, updates: channel.parse(payload.value, callback) }
        : payload
  parentPort?.postMessage(answer)
})
