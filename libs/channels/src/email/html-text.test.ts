import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

test.each([
  ['<p>Hello&nbsp;<b>Ana</b> &amp; co&#8212;x</p>', 'Hello Ana & co—x'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<p>one</p>\n\n<p></p><p>two</p>', 'one\n\ntwo'],
  ['<ul><li>a<li>b</ul>', 'a\nb'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a\n\nb'],
  ['  many \n\t spaces  ', 'many spaces'],
  ['5 < 6 & 7 > 2 &unknown; &lt;tag&gt;', '5 < 6 & 7 > 2 &unknown; <tag>'],
  ['<script>alert("<p>x")</script>after', 'after'],
  ['<style>p{}</style><STYLE>q{}</STYLE>after', 'after'],
  ['<head><title>t</title></head>after', 'after'],
  ['<head><style>p{}</style><p>no end of head', 'no end of head'],
  ['<!-- c --><a href="x>y" title=\'<b>\'>link</a>', 'link'],
  ['Caf&eacute; &#x1F600; &#55296;', 'Café 😀 \ufffd'],
  ['<div>cut in the middle</di', 'cut in the middle'],
  ['', ''],
])('%j reads %j', (html, text) => {
  expect(htmlText(html)).toBe(text)
})

test.each(['<', '&', '<a ', '<a>', '</b>', '<!--', '<p>', ' \n', '<style>', '&#x'])(
  'half a megabyte of %j is read to its end',
  (piece) => {
    expect(htmlText(piece.repeat(600_000 / piece.length)).length).toBeLessThan(1_000_000)
  },
)

test('any text at all gives lines without spaces at their ends', () => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<',
    '>',
    '&',
    '&amp;',
    'a',
    ' ',
    '\n',
    '<head>',
    '<!--',
    '-->',
    '"',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = htmlText(parts.join(''))
      for (const line of text.split('\n')) expect(line).toBe(line.trim())
      expect(text).not.toContain('\n\n\n')
    }),
  )
})
