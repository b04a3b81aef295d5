import { expect, it } from 'vitest'
import { media } from './media-request.ts'

it('an attachment is cut out of the stored webhook', () => {
  const body = Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="attachment1"; filename="a.txt"\r\n\r\nbytes\r\n--b--\r\n',
  )
  const step = media({ kind: 'document', id: 'attachment1' })
  if (step.kind !== 'inside') throw new Error('not inside')
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  expect(Buffer.from(step.cut(body, headers) ?? []).toString()).toBe('bytes')
  expect(step.cut(Buffer.from('--b--'), headers)).toBeUndefined()
  expect(media({ kind: 'document' }).kind).toBe('unavailable')
})
