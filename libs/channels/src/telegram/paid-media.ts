import { asList, asObject, type Json } from '../core/access.ts'
import type { Content, MessageType } from '../core/update.ts'
import { mediaIn } from './media.ts'

/**
 * Media that must be paid for: those we may see as media, in order, under the first one's kind. A preview has no
 * file, so previews alone are a placeholder.
 */
export function paidMediaContent(item: Json): { type: MessageType; content: Content } | undefined {
  const paid = asObject(item.paid_media)
  if (paid === undefined) return undefined
  const media = asList(paid.paid_media).flatMap((raw) => mediaIn(asObject(raw) ?? {}))
  const [first] = media
  return first === undefined
    ? { type: 'media_placeholder', content: {} }
    : { type: first.kind, content: { media } }
}
