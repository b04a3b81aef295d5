import { asText, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import type { Content, MessageType } from '../core/update.ts'
import { filesOf, mediaOf } from './attachments.ts'
import type { Automatic } from './automatic.ts'
import { fieldText } from './fields.ts'
import { htmlText } from './html-text.ts'

/** More than a person writes. A document of the store has 16 MB for everything; the stored bytes have it all. */
const bodyCharsMax = 200_000

type About = { subject: string | undefined; automatic: Automatic | undefined; contentType: string }

export type ParsedContent = { type: MessageType; nativeType?: string; content: Content }

/**
 * What a mail says: its plain text, or the words of its HTML, in `body`, the subject in `text`. A bounce is a notice
 * of the mail system. A mail that is nothing but something nobody knows is `unsupported`, under its content type.
 */
export function parseContent(mail: Json, { subject, automatic, contentType }: About): ParsedContent {
  const content: Content = {}
  const whole = bodyOf(mail)
  const body = whole === undefined ? undefined : cutText(whole, bodyCharsMax)
  if (body !== undefined) content.body = body
  if (subject !== undefined) content.text = subject
  const files = filesOf(mail)
  const media = mediaOf(files)
  if (media.length > 0) content.media = media
  const contentIds = files.flatMap(({ contentId, id }) => (contentId === undefined ? [] : [[contentId, id]]))
  content.data = {
    ...(contentIds.length === 0 ? {} : { contentIds: Object.fromEntries(contentIds) }),
    ...(body !== undefined && body !== whole ? { bodyCut: true } : {}),
    ...(automatic === 'bounce' ? { event: 'bounce' } : {}),
  }
  if (automatic === 'bounce') return { type: 'system', nativeType: 'bounce', content }
  if (body === undefined && media.length === 0 && !isReadable(contentType))
    return { type: 'unsupported', nativeType: contentType, content }
  return { type: 'email', content }
}

/** The words of a mail: the plain text, or of one that has only HTML those of the HTML. */
function bodyOf(mail: Json): string | undefined {
  const plain = tidy(fieldText(mail, 'text'))
  if (plain !== undefined) return plain
  const html = fieldText(mail, 'html')
  return html === undefined ? undefined : tidy(htmlText(html))
}

function tidy(text: string | undefined): string | undefined {
  return asText(text?.replaceAll('\r\n', '\n').trimEnd())
}

function isReadable(contentType: string): boolean {
  return contentType === '' || contentType.startsWith('text/') || contentType.startsWith('multipart/')
}
