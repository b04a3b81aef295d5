import { asList, asObject, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { readableText } from '../core/readable-text.ts'
import { readable } from './mrkdwn.ts'
import { richText } from './rich-text.ts'

/** Whether the blocks are nothing but what the text says already: people's messages have one of rich text. */
export function areText(blocks: unknown): boolean {
  return asList(blocks).every((block) => asObject(block)?.type === 'rich_text')
}

/** What people read of blocks, one a line: texts, fields, buttons, labels, what pictures show. */
export function blocksText(blocks: unknown): string | undefined {
  return lines(...asList(blocks).map((block) => blockText(asObject(block) ?? {})))
}

/** The words of a text object, in either of its two kinds. */
export function textOf(raw: unknown): string | undefined {
  const node = asObject(raw)
  if (node === undefined) return undefined
  return node.type === 'mrkdwn' || node.type === undefined ? readable(node.text) : asText(node.text)
}

function blockText(block: Json): string | undefined {
  switch (block.type) {
    case 'rich_text':
      return richText(block)
    case 'header':
      return textOf(block.text)
    case 'section':
      return lines(textOf(block.text), ...asList(block.fields).map(textOf), elementText(block.accessory))
    case 'context':
    case 'actions':
    case 'context_actions':
      return lines(...asList(block.elements).map(elementText))
    case 'image':
      return lines(textOf(block.title), asText(block.alt_text))
    case 'video':
      return lines(textOf(block.title), textOf(block.description), asText(block.alt_text))
    case 'input':
      return lines(textOf(block.label), elementText(block.element), textOf(block.hint))
    case 'markdown':
      return asText(block.text)
    case 'table':
      return lines(...asList(block.rows).map(rowText))
    default:
      return readableText(block)
  }
}

/** Something of a block that is pressed, chosen from or looked at. */
function elementText(raw: unknown): string | undefined {
  const element = asObject(raw)
  if (element === undefined) return undefined
  if (element.type === 'mrkdwn' || element.type === 'plain_text') return textOf(element)
  if (element.type === 'image') return asText(element.alt_text)
  const options = asList(element.options).map((option) => textOf(asObject(option)?.text))
  return lines(textOf(element.text), textOf(element.placeholder), ...options)
}

function rowText(row: unknown): string {
  const cells = asList(row).map((raw) => {
    const cell = asObject(raw) ?? {}
    return (cell.type === 'rich_text' ? richText(cell) : asText(cell.text)) ?? ''
  })
  return cells.join('\t')
}
