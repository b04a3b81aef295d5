import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { emojiOf } from './emoji.ts'
import { link } from './mrkdwn.ts'

/** Lists lie in lists and sections in lists; deeper than this nothing of Slack's goes. */
const levelsMax = 8

/** What people read of a `rich_text` block: each paragraph and list item is a line. */
export function richText(block: Json, levels = levelsMax): string | undefined {
  if (levels === 0) return undefined
  return lines(
    ...asList(block.elements).map((raw) => {
      const element = asObject(raw)
      if (element === undefined) return undefined
      return element.type === 'rich_text_list' ? richText(element, levels - 1) : paragraph(element)
    }),
  )
}

function paragraph(section: Json): string {
  const spans = section.elements === undefined ? [section] : asList(section.elements)
  return spans.map((span) => spanText(asObject(span) ?? {})).join('')
}

function spanText(span: Json): string {
  switch (span.type) {
    case 'user':
      return `@${asId(span.user_id) ?? ''}`
    case 'usergroup':
      return `@${asId(span.usergroup_id) ?? ''}`
    case 'team':
      return `@${asId(span.team_id) ?? ''}`
    case 'broadcast':
      return `@${asText(span.range) ?? ''}`
    case 'channel':
      return `#${asId(span.channel_id) ?? ''}`
    case 'emoji':
      return emojiOf(asText(span.name) ?? '')
    case 'link':
      return link(asText(span.url) ?? '', asText(span.text) ?? '')
    case 'date':
      return asText(span.fallback) ?? ''
    case 'color':
      return asText(span.value) ?? ''
    case 'rich_text_section':
      return paragraph(span)
    default:
      return asText(span.text) ?? ''
  }
}
