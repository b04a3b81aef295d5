import { asId, asList, asNumber, asObject, asText, type Json } from '../core/access.ts'
import type { MediaRef, MessageType } from '../core/update.ts'
import { lines } from './lines.ts'
import { largestOf, mediaRef, photoRef } from './media-ref.ts'

/** What one kind of attachment is: the type of a message that has nothing else, its media and what people read of it. */
export type AttachmentKind = {
  type: MessageType
  media?(node: Json): MediaRef[]
  textOf?(node: Json): string
}

const link = (textOf: (node: Json) => string): AttachmentKind => ({ type: 'link', textOf })
const titled = link((node) => lines(node.title, node.description, node.text))

/** The kinds of attachments a message can have, by VK's words. */
export const attachmentKinds = new Map<string, AttachmentKind>([
  ['photo', { type: 'image', media: (photo) => [photoRef(photo)], textOf: (photo) => lines(photo.text) }],
  ['video', { type: 'video', media: (video) => [videoRef(video)], textOf: titleText }],
  ['audio', { type: 'audio', media: (audio) => [audioRef(audio)], textOf: audioText }],
  ['podcast', { type: 'audio', media: (audio) => [audioRef(audio)], textOf: audioText }],
  ['audio_message', { type: 'voice', media: voiceRef, textOf: (voice) => lines(voice.transcript) }],
  ['doc', { type: 'document', media: (doc) => [documentRef(doc)] }],
  ['graffiti', { type: 'image', media: (picture) => [mediaRef('image', picture, picture.url)] }],
  ['sticker', { type: 'sticker', media: stickerRef }],
  ['ugc_sticker', { type: 'sticker', media: stickerRef }],
  [
    'gift',
    { type: 'sticker', media: (gift) => [mediaRef('sticker', gift, gift.thumb_256 ?? gift.thumb_96)] },
  ],
  ['story', { type: 'story', media: storyMedia }],
  ['narrative', { type: 'story', textOf: titleText }],
  ['link', link((node) => lines(node.title, node.caption, node.description, node.url))],
  ['wall', link(postText)],
  ['wall_reply', link(postText)],
  ['article', titled],
  ['market', link((item) => lines(item.title, asObject(item.price)?.text, item.description))],
  ['market_album', titled],
  ['market_market_album', titled],
  ['album', titled],
  ['video_playlist', titled],
  ['audio_playlist', titled],
  ['page', titled],
  ['note', titled],
  ['event', titled],
  ['mini_app', titled],
  ['donut_link', titled],
  ['poll', { type: 'poll', textOf: pollText }],
  ['call', { type: 'call', textOf: (call) => callText(call) }],
  ['group_call_in_progress', { type: 'call', textOf: () => 'Group call' }],
  [
    'money_transfer',
    { type: 'order', textOf: (money) => lines('Money transfer', asObject(money.amount)?.text) },
  ],
  [
    'money_request',
    { type: 'order', textOf: (money) => lines('Money request', asObject(money.amount)?.text) },
  ],
])

function titleText(node: Json): string {
  return lines(node.title, node.description)
}

function audioText(audio: Json): string {
  return lines(audio.artist, audio.title)
}

function videoRef(video: Json): MediaRef {
  const picture = largestOf(video.image) ?? largestOf(video.first_frame)
  return mediaRef('video', video, video.player, picture?.url)
}

function audioRef(audio: Json): MediaRef {
  return { ...mediaRef('audio', audio, audio.url), mimeType: 'audio/mpeg' }
}

/** A voice message comes as Ogg and as MP3. */
function voiceRef(voice: Json): MediaRef[] {
  const ogg = asText(voice.link_ogg)
  const media = mediaRef('voice', voice, ogg ?? voice.link_mp3)
  return [{ ...media, mimeType: ogg === undefined ? 'audio/mpeg' : 'audio/ogg' }]
}

function documentRef(doc: Json): MediaRef {
  const { title, ...media } = mediaRef('document', doc, doc.url)
  const bytes = asNumber(doc.size)
  if (title !== undefined) media.filename = title
  if (bytes !== undefined) media.bytes = bytes
  return media
}

function stickerRef(sticker: Json): MediaRef[] {
  const picture = largestOf(sticker.images)
  const { width, height } = picture ?? {}
  return [mediaRef('sticker', { id: asId(sticker.sticker_id) ?? sticker.id, width, height }, picture?.url)]
}

/** A story holds a photo or a video, unless it has expired. */
function storyMedia(story: Json): MediaRef[] {
  const photo = asObject(story.photo)
  const video = asObject(story.video)
  return [
    ...(photo === undefined ? [] : [photoRef(photo)]),
    ...(video === undefined ? [] : [videoRef(video)]),
  ]
}

/** A post's own text, and that of the post it repeats. */
function postText(post: Json): string {
  const repeated = asList(post.copy_history).map((copy) => asObject(copy)?.text)
  return lines(post.text, ...repeated)
}

function pollText(poll: Json): string {
  return lines(poll.question, ...asList(poll.answers).map((answer) => asObject(answer)?.text))
}

function callText(call: Json): string {
  const kind = call.video === true ? 'Video call' : 'Call'
  return [kind, asText(call.state)].filter((part) => part !== undefined).join(': ')
}
