import { type MediaStep, plainMedia, unavailable } from '../core/media-step.ts'
import type { MediaRef } from '../core/update.ts'

/** URLs that need no credentials; of a video VK gives a page that plays it. */
export function media(ref: MediaRef): MediaStep {
  return ref.kind === 'video' ? unavailable('VK gives a player for it, not the bytes') : plainMedia(ref)
}
