import { expect, it } from 'vitest'
import { media } from './media-request.ts'

it('a medium is fetched by its URL, but a video has only a page that plays it', () => {
  const url = 'https://sun1.example/a.jpg'
  expect(media({ kind: 'image', url })).toEqual({ kind: 'fetch', url, headers: {} })
  expect(media({ kind: 'video', url: 'https://vk.example/video_ext.php' }).kind).toBe('unavailable')
})
