import { asList, asText, type Json } from '../core/access.ts'
import { readableText } from '../core/readable-text.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType } from '../core/update.ts'
import { readAction } from './action.ts'
import { readSaid, type Said } from './said.ts'

export type ParsedContent = { type: MessageType; nativeType?: string; content: Content }

/** Fields that stand elsewhere in the update, hold another message in full, or are the same in every message. */
const envelopeKeys = new Set(
  (
    'id conversation_message_id cmid date update_time from_id peer_id out text body read_state user_id important ' +
    'is_hidden is_mentioned_user is_unavailable random_id version reply_message ref ref_source'
  ).split(' '),
)

/**
 * The content of a message: its text with a medium is a `caption`, alone it is the `body`; what links, places, polls
 * and forwarded messages say is `text`. A text that a keyboard's button wrote (it has a `payload`) is a button. All the
 * rest stands in `data` as it came. An attachment nobody knows, alone, makes the message `unsupported` under its word.
 */
export function parseContent(message: Json): ParsedContent {
  const own = asText(message.text) ?? asText(message.body)
  const action = readAction(message)
  if (action !== undefined) {
    const data = { event: action.event, ...restOf(message) }
    return { type: 'system', nativeType: action.event, content: { text: action.text, data } }
  }
  const said = readSaid(message)
  const content = contentOf(own, said, message)
  const [first] = said.media
  if (first !== undefined) return { type: said.type === 'story' ? 'story' : first.kind, content }
  if (content.body !== undefined) return { type: 'text', content }
  if (own !== undefined) return { type: 'button', content }
  if (said.type !== undefined) return { type: said.type, content }
  return unknownContent(said, message)
}

function contentOf(own: string | undefined, said: Said, message: Json): Content {
  const content: Content = {}
  const isButton = message.payload !== undefined && said.type === undefined && said.media.length === 0
  const texts = own !== undefined && isButton ? [own, ...said.texts] : said.texts
  if (said.media.length > 0) {
    content.media = said.media
    if (own !== undefined) content.caption = own
  } else if (own !== undefined && !isButton) content.body = own
  if (texts.length > 0) content.text = texts.join('\n')
  return withRest(content, message)
}

function unknownContent({ unknown }: Said, message: Json): ParsedContent {
  if (unknown === undefined) return { type: 'unsupported', content: withRest({}, message) }
  const text = readableText(unknown.node)
  const content: Content = text === undefined ? {} : { text }
  const alone = asList(message.attachments).length === 1 && message.geo === undefined
  return {
    type: 'unsupported',
    nativeType: unknown.kind,
    content: alone ? { ...content, data: toData(unknown.node) } : withRest(content, message),
  }
}

function withRest(content: Content, message: Json): Content {
  const data = restOf(message)
  return data === undefined ? content : { ...content, data }
}

/** Everything besides the envelope, without the empty lists that every message has. */
function restOf(message: Json): Record<string, unknown> | undefined {
  const rest = Object.entries(message).filter(
    ([key, value]) => !envelopeKeys.has(key) && !(Array.isArray(value) && value.length === 0),
  )
  return rest.length === 0 ? undefined : toData(Object.fromEntries(rest))
}
