import { asId, asList, asNumber, asObject, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'

/** Pictures of the file in many sizes, and what a `MediaRef` or the readable text holds. */
const heldElsewhere = /^(?:thumb_|preview|url_private|original_[wh]$|deanimate|transcription$|plain_text$)/

/**
 * The files of a message. A URL answers only to the bot's token (without one Slack sends a page to log in, as a 200). A
 * file of another organisation has an id alone: `files.info` tells the rest.
 */
export function mediaOf(files: unknown): MediaRef[] {
  return asList(files).flatMap((raw) => {
    const file = asObject(raw)
    return file === undefined ? [] : [refOf(file)]
  })
}

/** Whether anything of the medium is known besides its id. */
export function isKnown(ref: MediaRef): boolean {
  return ref.url !== undefined || ref.mimeType !== undefined
}

/** What people read of files: the beginning of a snippet or mail, the words of a recording. */
export function filesText(files: unknown): string | undefined {
  return lines(
    ...asList(files).map((raw) => {
      const file = asObject(raw)
      const spoken = asObject(asObject(file?.transcription)?.preview)?.content
      return lines(asText(file?.plain_text) ?? asText(file?.preview), asText(spoken))
    }),
  )
}

/** Files as a message keeps them in its data: what a `MediaRef` has no place for. */
export function filesData(files: unknown): unknown[] {
  return asList(files).map((raw) => {
    const file = asObject(raw)
    if (file === undefined) return raw
    const rest: Record<string, unknown> = {}
    for (const key of Object.keys(file)) {
      if (key !== '__proto__' && !heldElsewhere.test(key)) rest[key] = file[key]
    }
    return rest
  })
}

function refOf(file: Json): MediaRef {
  const ref: MediaRef = { kind: kindOf(file) }
  const name = asText(file.name)
  set(ref, 'id', asId(file.id))
  set(ref, 'url', asText(file.url_private))
  set(ref, 'thumbnailUrl', asText(file.thumb_360) ?? asText(file.thumb_video) ?? asText(file.thumb_pdf))
  set(ref, 'mimeType', asText(file.mimetype))
  set(ref, 'filename', name)
  set(ref, 'title', asText(file.title) === name ? undefined : asText(file.title))
  set(ref, 'bytes', asNumber(file.size))
  set(ref, 'width', asNumber(file.original_w))
  set(ref, 'height', asNumber(file.original_h))
  set(ref, 'durationMs', asNumber(file.duration_ms))
  return ref
}

function set<K extends keyof MediaRef>(ref: MediaRef, key: K, value: MediaRef[K] | undefined): void {
  if (value !== undefined) ref[key] = value
}

/** Recordings made in Slack are named as such; a voice clip is a video container too. */
function kindOf(file: Json): MediaKind {
  if (file.subtype === 'slack_audio') return 'voice'
  const [family] = (asText(file.mimetype) ?? '').toLowerCase().split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}
