import type { Sample, SampleOptions } from '../core/channel.ts'
import { buildSample, type SampleKind } from '../meta/messaging/build-sample.ts'

/** The kinds a sample goes through in turn, so that a handful of payloads already shows most of them. */
const kinds: readonly SampleKind[] = [
  ({ text, word, mid }) => ({ message: { mid, text: `${text} ${word}` } }),
  ({ text, word, mid, id }) => {
    const story = { id, url: `https://cdn.example/story/${id}.mp4` }
    return { message: { mid, text: `${word} ${text}`, reply_to: { story } } }
  },
  ({ word, mid }) => ({ postback: { mid, title: `Opening hours ${word}?`, payload: 'HOURS' } }),
  ({ word, mid, id }) => {
    const payload = { url: `https://cdn.example/reel/${id}`, title: `Reel ${word}`, reel_video_id: id }
    return { message: { mid, attachments: [{ type: 'ig_reel', payload }] } }
  },
  ({ text, word, mid, id }) => ({
    message: { mid, text: `${text} ${word}`, reply_to: { mid: `aWdf_${id}` } },
  }),
  ({ word, mid, id }) => {
    const payload = { url: `https://cdn.example/post/${id}`, title: `Post ${word}`, ig_post_media_id: id }
    return { message: { mid, attachments: [{ type: 'ig_post', payload }] } }
  },
  ({ text, word, mid, id }) => ({ message: { mid, text: `${text} ${word}`, referral: { product: { id } } } }),
]

/** One realistic Instagram webhook. */
export function sample(options: SampleOptions): Sample {
  return buildSample(options, {
    ...{ channel: 'instagram', object: 'instagram', midPrefix: 'aWdf_', kinds },
    receipts: (mid) => [{ read: { mid } }],
  })
}
