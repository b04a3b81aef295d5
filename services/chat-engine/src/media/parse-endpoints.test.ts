import { expect, it } from 'vitest'
import { parseEndpoints } from './parse-endpoints.ts'

it('endpoints are by channel, their URLs whole', () => {
  const url = 'http://bots.internal:8081/x?a=b'
  expect([...parseEndpoints([`telegram=${url}`])]).toEqual([['telegram', url]])
})

it.each(['telegram', 'nowhere=http://a.test', 'telegram=ftp://a.test', 'telegram=http://'])(
  'the entry %s is refused at the start',
  (entry) => {
    expect(() => parseEndpoints([entry])).toThrow('MEDIA_ENDPOINTS')
  },
)
