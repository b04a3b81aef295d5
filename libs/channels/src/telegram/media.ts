import { asObject, type Json } from '../core/access.ts'
import type { MediaRef, MessageType } from '../core/update.ts'
import { fileRef, photoRef, stickerRef } from './file-ref.ts'

type MediaParser = { type: MessageType; refs(node: unknown, holder: Json): (MediaRef | undefined)[] }

const file = (type: 'video' | 'audio' | 'voice' | 'document'): MediaParser => ({
  type,
  refs: (node) => [fileRef(type, node)],
})

/**
 * The fields that hold a medium, in the order they are looked at: an animation comes with the same file as
 * `document`, a live photo with its still picture as `photo`, for clients that know no better.
 */
export const mediaKinds = new Map<string, MediaParser>([
  ['live_photo', { type: 'image', refs: livePhotoRefs }],
  ['animation', { type: 'video', refs: (node) => [animated(fileRef('video', node))] }],
  ['photo', { type: 'image', refs: (node) => [photoRef(node)] }],
  ['video', file('video')],
  ['video_note', { type: 'video', refs: (node) => [fileRef('video', node)] }],
  ['voice', file('voice')],
  ['voice_note', { type: 'voice', refs: (node) => [fileRef('voice', node)] }],
  ['audio', file('audio')],
  ['document', file('document')],
  ['sticker', { type: 'sticker', refs: (node) => [stickerRef(node)] }],
])

/** The media that one structure holds directly: a message, a paid medium, a poll's, a game's, a rich block's. */
export function mediaIn(holder: Json): MediaRef[] {
  for (const [key, kind] of mediaKinds) {
    const node = holder[key]
    if (node === undefined || node === null) continue
    const refs = kind.refs(node, holder).filter((ref) => ref !== undefined)
    if (refs.length > 0) return refs
  }
  return []
}

function livePhotoRefs(node: unknown, holder: Json): (MediaRef | undefined)[] {
  return [photoRef(asObject(node)?.photo ?? holder.photo), fileRef('video', node)]
}

function animated(ref: MediaRef | undefined): MediaRef | undefined {
  return ref === undefined ? undefined : { ...ref, animated: true }
}
