import { asList, asObject, asText, type Json } from '../core/access.ts'
import type { MediaRef } from '../core/update.ts'
import { mediaIn } from './media.ts'

/** What people read of a rich message, one block a line, and the media inside it. */
export function richContent(message: Json): { body: string; media: MediaRef[] } {
  const lines: string[] = []
  const media: MediaRef[] = []
  for (const block of asList(message.blocks)) addBlock(block, lines, media)
  return { body: lines.join('\n'), media }
}

function addBlock(raw: unknown, lines: string[], media: MediaRef[]): void {
  const block = asObject(raw)
  if (block === undefined) return
  media.push(...mediaIn(block))
  const caption = asObject(block.caption)
  for (const text of [block.summary, block.text, block.expression]) addLine(lines, spanText(text))
  for (const row of asList(block.cells)) addLine(lines, rowText(row))
  for (const child of asList(block.blocks)) addBlock(child, lines, media)
  for (const rawItem of asList(block.items)) addItem(rawItem, lines, media)
  for (const button of asList(block.buttons)) addLine(lines, spanText(asObject(button)?.text))
  addLine(
    lines,
    spanText(Array.isArray(caption) || caption === undefined ? block.caption : captionText(caption)),
  )
  addLine(lines, spanText(block.credit))
}

/** An entry of a list: its label stands before its first line. */
function addItem(raw: unknown, lines: string[], media: MediaRef[]): void {
  const item = asObject(raw)
  const own: string[] = []
  for (const child of asList(item?.blocks)) addBlock(child, own, media)
  const label = asText(item?.label)
  addLine(lines, [label, ...own.slice(0, 1)].filter((part) => part !== undefined).join(' '))
  lines.push(...own.slice(1))
}

function addLine(lines: string[], text: string): void {
  if (text !== '') lines.push(text)
}

function rowText(row: unknown): string {
  return asList(row)
    .map((cell) => spanText(asObject(cell)?.text))
    .join(' | ')
}

/** A block's caption has `text` and `credit`; a table's is a rich text itself. */
function captionText(caption: Json): unknown {
  return caption.type === undefined
    ? [caption.text, caption.credit === undefined ? [] : [' ', caption.credit]]
    : caption
}

/** Rich text is a string, a list, or a node with its own `text` inside. */
function spanText(span: unknown): string {
  if (typeof span === 'string' || typeof span === 'number') return asText(span) ?? ''
  if (Array.isArray(span)) return span.map(spanText).join('')
  const node = asObject(span)
  if (node === undefined) return ''
  return spanText(node.text ?? node.alternative_text ?? node.expression ?? asObject(node.button)?.text)
}
