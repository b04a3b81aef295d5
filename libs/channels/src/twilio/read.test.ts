import { expect, test } from 'vitest'
import { toBody } from '../testing/to-body.ts'
import { twilio } from './index.ts'

const parse = (body: string, headers: Record<string, string>, url?: string) => {
  const callback = url === undefined ? { headers } : { headers, url }
  const read = twilio.read(toBody(body), callback)
  return read.ok ? twilio.parse(read.value, callback) : read.error
}
const query = 'MessageSid=SM1&AccountSid=AC1&From=%2B15550100042&To=%2B15550100001&Body=by+GET&NumMedia=0'

test('a GET webhook is read from its URL', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const updates = parse('', {}, `https://hooks.example/webhooks/twilio?${query}#rc=2`)
  expect(updates).toEqual(parse(query, form))
  expect(updates).toMatchObject([{ externalId: 'twilio:AC1:SM1', content: { body: 'by GET' } }])
})

test('a body wins over the query, which may be of our own making', () => {
  const updates = parse(query.replace('by+GET', 'by+POST'), {}, `https://hooks.example/x?${query}`)
  expect(updates).toMatchObject([{ content: { body: 'by POST' } }])
})

test('nothing at all is unreadable', () => {
  expect(parse('', {})).toBe('the body is empty')
  expect(parse('', {}, 'https://hooks.example/x')).toBe('the body is empty')
  expect(parse('', { 'content-type': 'application/json' })).toBe('the body is empty')
})

test('the answer says nothing to the customer', () => {
  expect(twilio.acknowledgement).toEqual({
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  })
})
