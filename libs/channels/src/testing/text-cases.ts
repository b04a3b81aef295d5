import { expect, test } from 'vitest'
import type { ChannelCases } from './channel-cases.ts'
import { parseBodies } from './parse-body.ts'

/** Texts that have broken readers, stores and databases. */
export function textCases(cases: ChannelCases): void {
  const said = (text: string) => {
    const [update] = parseBodies(
      cases,
      cases.payloads([[{ messages: [cases.message(1, text)], statuses: [] }]]),
    )
    return update?.kind === 'message' ? update.content.body : undefined
  }

  test('NUL and lone surrogates are cleaned out of what is derived', () => {
    // A form or a mail cannot carry half a surrogate pair: encoding replaces it.
    expect(said('a\u0000b\ud83dc\ude00d')).toBe('ab\ufffdc\ufffdd')
  })
  test('text of every script, joined emoji and odd whitespace stay as they are', () => {
    const text = 'é e\u0301 สวัสดี 你好 مرحبا 👩‍👩‍👧‍👦 \u2028 "\\/" & = + % </script> $where'
    expect(said(text)).toBe(text)
  })
}
