import { TextDecoder } from 'node:util'

/** Labels of mail programs for what the Encoding Standard knows under another name. */
const aliases = new Map([
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['ansi_x3.110-1983', 'iso-8859-1'],
  ['iso-8859-8-i', 'iso-8859-8'],
])

const utf8 = new TextDecoder('utf-8')
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('windows-1252')

/**
 * The text of bytes in a named charset. A name that no decoder knows, or none at all, is taken for UTF-8 where the
 * bytes are valid UTF-8, else for windows-1252: some text is better than none, and the stored bytes stay.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const label = charset?.trim().toLowerCase() ?? ''
  if (label === 'utf-8' || label === 'utf8') return utf8.decode(bytes)
  return (decoderOf(aliases.get(label) ?? label) ?? guess(bytes)).decode(bytes)
}

function decoderOf(label: string): TextDecoder | undefined {
  if (label === '') return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

function guess(bytes: Uint8Array): TextDecoder {
  try {
    strictUtf8.decode(bytes)
    return utf8
  } catch {
    return latin1
  }
}
