import { expect, test } from 'vitest'
import { channelById, channels } from './registry.ts'

test('each channel is found by its own id, and nothing else is', () => {
  for (const [id, channel] of Object.entries(channels)) {
    expect(channel.id).toBe(id)
    expect(channelById(id)).toBe(channel)
  }
  for (const id of ['', 'WhatsApp', 'constructor', '__proto__', 'toString']) {
    expect(channelById(id)).toBeUndefined()
  }
})
