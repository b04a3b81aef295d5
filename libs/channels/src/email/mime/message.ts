import { decodeText } from './charset.ts'
import { type Headers, headerOf } from './headers.ts'
import { parseStructured, type Structured } from './parameters.ts'
import { readPart, splitParts } from './split-parts.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** A part that holds content; `id` is its place in the message: `1.2` is the second part of the first. */
export type Leaf = { id: string; type: Structured; headers: Headers; body: Buffer }

export type MimeMessage = { headers: Headers; text?: string; html?: string; files: Leaf[] }

/** Deeper than any mail program nests. */
const depthMax = 20
const leavesMax = 1000

/**
 * Reads a whole mail (RFC 2045 to 2049): the first plain text and the first HTML that are no attachments, everything
 * else as files with their bytes. A mail within a mail is a file. Never throws; what is broken ends early.
 */
export function readMessage(bytes: Buffer): MimeMessage {
  const { headers, body } = readPart(bytes)
  const leaves: Leaf[] = []
  collect(leaves, headers, body, '', depthMax)
  const message: MimeMessage = { headers, files: [] }
  for (const leaf of leaves) {
    if (message.text === undefined && isBody(leaf, 'text/plain')) message.text = textOf(leaf)
    else if (message.html === undefined && isBody(leaf, 'text/html')) message.html = textOf(leaf)
    else message.files.push(leaf)
  }
  return message
}

/** The decoded bytes of one leaf. */
export function leafBytes({ headers, body }: Leaf): Buffer {
  return decodeTransfer(body, headerOf(headers, 'content-transfer-encoding'))
}

/** How a leaf says that it is to be shown, and under which name. */
export function dispositionOf({ headers }: Leaf): Structured {
  return parseStructured(headerOf(headers, 'content-disposition') ?? '')
}

function collect(leaves: Leaf[], headers: Headers, body: Buffer, id: string, levels: number): void {
  if (leaves.length >= leavesMax) return
  const type = parseStructured(headerOf(headers, 'content-type') ?? 'text/plain')
  const boundary = type.parameters.get('boundary')
  if (!type.value.startsWith('multipart/') || boundary === undefined || boundary === '' || levels === 0) {
    leaves.push({ id: id === '' ? '1' : id, type, headers, body })
    return
  }
  for (const [index, part] of splitParts(body, boundary).parts.entries()) {
    collect(leaves, part.headers, part.body, id === '' ? `${index + 1}` : `${id}.${index + 1}`, levels - 1)
  }
}

function isBody(leaf: Leaf, type: string): boolean {
  return leaf.type.value === type && dispositionOf(leaf).value !== 'attachment'
}

function textOf(leaf: Leaf): string {
  return decodeText(leafBytes(leaf), leaf.type.parameters.get('charset'))
}
