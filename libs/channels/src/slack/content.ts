import { asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { readableText } from '../core/readable-text.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType } from '../core/update.ts'
import { attachmentsText } from './attachments.ts'
import { areText, blocksText } from './blocks.ts'
import { filesText, isKnown, mediaOf } from './files.ts'
import { readable } from './mrkdwn.ts'
import { restOf } from './rest.ts'
import { systemContent } from './system-subtypes.ts'

export type ParsedContent = { type: MessageType; nativeType?: string; content: Content }

/** Subtypes of what people and bots say; the others tell of something that happened. */
const saidSubtypes = new Set(
  (
    'bot_message me_message file_share thread_broadcast reply_broadcast slackbot_response file_comment file_mention ' +
    'document_mention share_shortcut'
  ).split(' '),
)

/** What a message says. `called` is its sender. A subtype nobody knows is `unsupported`, with whatever text came. */
export function parseContent(item: Json, called: string): ParsedContent {
  const subtype = asText(item.subtype)
  if (subtype === undefined) return saidContent(item)
  if (saidSubtypes.has(subtype)) return { ...saidContent(item), nativeType: subtype }
  const system = systemContent(item, subtype, called)
  if (system !== undefined) return { ...system, nativeType: subtype }
  const text = readable(item.text) ?? blocksText(item.blocks) ?? readableText({ ...item, text: undefined })
  return {
    type: 'unsupported',
    nativeType: subtype,
    content: withRest(text === undefined ? {} : { text }, item),
  }
}

/** Words, files, or both. What only blocks and attachments say beside the words is in `text`. */
function saidContent(item: Json): ParsedContent {
  const media = mediaOf(item.files)
  const attachments = attachmentsText(item.attachments)
  const said = readable(item.text)
  const blocks = said !== undefined && areText(item.blocks) ? undefined : blocksText(item.blocks)
  const words = said ?? blocks ?? attachments
  const more = lines(filesText(item.files), words === blocks ? undefined : blocks, attachments)
  const content: Content = {}
  if (words !== undefined && media.length > 0) content.caption = words
  else if (words !== undefined) content.body = words
  if (more !== undefined && more !== words) content.text = more
  const [first] = media
  if (first === undefined) return { type: 'text', content: withRest(content, item) }
  content.media = media
  return {
    type: media.some(isKnown) ? first.kind : 'media_placeholder',
    content: withRest(content, item),
  }
}

function withRest(content: Content, item: Json): Content {
  const said = content.body ?? content.caption ?? content.text
  const rest = restOf(item, said)
  return rest === undefined ? content : { ...content, data: toData(rest) }
}
