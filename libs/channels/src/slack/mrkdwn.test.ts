import { expect, test } from 'vitest'
import { readable } from './mrkdwn.ts'

test.each([
  ['hi <@U01>', 'hi @U01'],
  ['hi <@U01|ana>', 'hi @ana'],
  ['in <#C01|general> and <#C02> and <#C03|>', 'in #general and #C02 and #C03'],
  ['<!here> <!channel|channel> <!everyone>', '@here @channel @everyone'],
  ['<!subteam^S01> <!subteam^S02|@sales>', '@S01 @sales'],
  ['<!date^1790000000^{date_short} at {time}|22 Sep 2026>', '22 Sep 2026'],
  ['<!date^1790000000^{date_short}>', '{date_short}'],
  ['<https://shop.example/a?b=1&amp;c=2>', 'https://shop.example/a?b=1&c=2'],
  ['<https://shop.example/a|the page>', 'the page (https://shop.example/a)'],
  ['<http://shop.example|shop.example>', 'shop.example'],
  ['<http://shop.example/|shop.example>', 'shop.example'],
  ['<mailto:ana@shop.example|ana@shop.example>', 'ana@shop.example'],
  ['<tel:+15550100001>', '+15550100001'],
  ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['AT&T &copy; <3', 'AT&T &copy; <3'],
  ['*bold* _italic_ `code`', '*bold* _italic_ `code`'],
])('%s is read as %s', (raw, text) => {
  expect(readable(raw)).toBe(text)
})

test('no text is none', () => {
  for (const raw of ['', undefined, null, {}, []]) expect(readable(raw)).toBeUndefined()
})

test('a text of opening brackets alone takes no time that grows with its square', () => {
  const text = '<'.repeat(200_000)
  const started = performance.now()
  expect(readable(text)).toBe(text)
  expect(performance.now() - started).toBeLessThan(1_000)
})
