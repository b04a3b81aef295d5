import type { Sample, SampleOptions } from '../core/channel.ts'
import { buildSample, type SampleKind } from '../meta/messaging/build-sample.ts'

/** The kinds a sample goes through in turn, so that a handful of payloads already shows most of them. */
const kinds: readonly SampleKind[] = [
  ({ text, word, mid }) => ({ message: { mid, text: `${text} ${word}` } }),
  ({ word, mid }) => ({ postback: { mid, title: `Track ${word}`, payload: 'TRACK_ORDER' } }),
  ({ text, word, mid, id }) => ({ message: { mid, text: `${word}: ${text}`, reply_to: { mid: `m_${id}` } } }),
  ({ word, mid }) => ({ message: { mid, text: `Size ${word}`, quick_reply: { payload: 'SIZE_M' } } }),
  ({ word, mid }) => {
    const coordinates = { lat: -6.1754, long: 106.8272 }
    return {
      message: { mid, attachments: [{ type: 'location', title: `Depot ${word}`, payload: { coordinates } }] },
    }
  },
  ({ word, mid, id }) => {
    const url = `https://shop.example/p/${id}`
    return {
      message: { mid, attachments: [{ type: 'fallback', title: `Blue lamp ${word}`, url, payload: null }] },
    }
  },
  ({ text, word, mid, id }) => {
    const referral = { ref: 'spring', source: 'ADS', type: 'OPEN_THREAD', ad_id: id }
    return { message: { mid, text: `${text} ${word}`, referral } }
  },
  ({ word, mid, id }) => {
    const url = `/reel/${id}/`
    return { message: { mid, attachments: [{ type: 'reel', payload: { url, title: `Reel ${word}` } }] } }
  },
]

/** One realistic Messenger webhook. */
export function sample(options: SampleOptions): Sample {
  return buildSample(options, {
    ...{ channel: 'messenger', object: 'page', midPrefix: 'm_', kinds },
    receipts: (mid, now) => [{ delivery: { mids: [mid], watermark: now } }, { read: { watermark: now } }],
  })
}
