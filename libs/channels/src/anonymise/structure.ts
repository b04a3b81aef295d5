/**
 * Keys whose values steer a parser and tell nothing about a person, when the value looks like such a word: the
 * provider's own vocabulary, media types, currencies, languages.
 */
const vocabularyKeys = new Set(
  (
    'type object field event event_name event_type status state kind mode role action verb item subtype source source_type ' +
    'messaging_product mime_type mimetype content_type contenttype mediacontenttype filetype language locale ' +
    'language_code country currency channel_type chat_type resourcetype stickerresourcetype messagetype messagestatus ' +
    'smsstatus optouttype direction apiversion api_version version v category reason decision quality emoji reaction old_reaction new_reaction ' +
    'attachment_type media_type product_type placement entity style view_type command charsets encoding spf auto-submitted precedence content-type mime-version'
  ).split(' '),
)

/** Keys whose values are instants: a parser decides by them, and they are nobody's. */
const timeKeys =
  /^(?:.*_)?(?:timestamp|time|date|ts|at|watermark|expiration|expires|until|expiry)(?:_at|_ms)?$|timestamp$|^edit_date$/i

/** One word of a vocabulary or an emoji; a media type may have parameters. */
const vocabularyWord = /^(?:[\p{L}\p{S}\p{M}\p{Cf}\p{Emoji}_.:=+/-]){1,64}(?:; ?[\w="-]{1,40})?$/u

/** RFC 5322: the instant of a mail. */
const mailDate = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} [\d:.]{5,12} [+A-Z-]/

/** Whether a text stays as it is. `key` is the name it stands under; a list's items stand under the list's name. */
export function isStructural(key: string | undefined, text: string): boolean {
  if (text === '' || text === 'true' || text === 'false') return true
  if (mailDate.test(text)) return true
  if (key === undefined) return false
  if (timeKeys.test(key)) return /^[\d.TZ:+-]+$/.test(text)
  return (
    vocabularyKeys.has(key.toLowerCase().replace(/\d+$/, '')) &&
    vocabularyWord.test(text) &&
    !/\d{5}/.test(text)
  )
}

/** Whether a number stays as it is: instants, and what is too small to tell anything. */
export const isStructuralNumber = (key: string | undefined): boolean =>
  key !== undefined && timeKeys.test(key)
