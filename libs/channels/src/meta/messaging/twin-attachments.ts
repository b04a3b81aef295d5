import { asId, asObject, type Json } from '../../core/access.ts'

/**
 * Leaves out the doubles that Meta sends while a type is replaced by another: the `image` beside a `sticker` (June
 * to August 2026) and the `share` beside an `ig_post` (November 2025 to April 2026). Others keep their order.
 */
export function withoutTwins(attachments: readonly unknown[]): readonly unknown[] {
  if (attachments.length < 2) return attachments
  const stickers = keysOf(attachments, 'sticker')
  const posts = keysOf(attachments, 'ig_post')
  if (stickers.size === 0 && posts.size === 0) return attachments
  return attachments.filter((raw) => {
    const attachment = asObject(raw)
    if (attachment?.type === 'image') return !isTwin(attachment, stickers)
    return attachment?.type === 'share' ? !isTwin(attachment, posts) : true
  })
}

function keysOf(attachments: readonly unknown[], type: string): Set<string> {
  const objects = attachments.map(asObject).filter((attachment) => attachment?.type === type)
  return new Set(objects.flatMap((attachment) => (attachment === undefined ? [] : identityOf(attachment))))
}

function isTwin(attachment: Json, known: ReadonlySet<string>): boolean {
  return identityOf(attachment).some((key) => known.has(key))
}

/** What both twins have in common: the id where there is one, and the address. */
function identityOf(attachment: Json): string[] {
  const payload = asObject(attachment.payload)
  const ids = [payload?.sticker_id, payload?.ig_post_media_id, payload?.url]
  return ids.map(asId).filter((id) => id !== undefined)
}
