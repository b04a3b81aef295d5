import type { Metrics } from '@omnistream/common'
import type { MediaDocument } from '@omnistream/mongo'
import type { Verdict } from './verdict.ts'

export type MediaMetrics = { settled(row: MediaDocument, verdict: Verdict): void }

/** What the media workers tell Prometheus. */
export function createMediaMetrics(metrics: Metrics): MediaMetrics {
  const tries = metrics.counter('chat_media_tries_total', 'Tries at media by what came of them', [
    'channel',
    'outcome',
  ])
  const bytes = metrics.counter('chat_media_bytes_total', 'Bytes of media that were stored', ['channel'])
  const seconds = metrics.histogram(
    'chat_media_stored_after_seconds',
    'From the message to its stored medium',
    ['channel'],
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200],
  )
  return {
    settled({ channel, created_at }, verdict) {
      tries.inc({ channel, outcome: verdict.kind })
      if (verdict.kind !== 'stored') return
      bytes.inc({ channel }, verdict.bytes)
      seconds.observe({ channel }, Math.max(0, Date.now() - created_at.getTime()) / 1_000)
    },
  }
}
