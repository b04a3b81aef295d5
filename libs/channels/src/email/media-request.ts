import { type MediaStep, unavailable } from '../core/media-step.ts'
import type { MediaRef } from '../core/update.ts'
import { readAttachment } from './read-attachment.ts'

/** Attachments came with the mail: they are cut out of the stored webhook. */
export function media({ id }: MediaRef): MediaStep {
  if (id === undefined) return unavailable('the attachment has no place in the mail')
  return { kind: 'inside', cut: (body, headers) => readAttachment(body, headers, id) }
}
