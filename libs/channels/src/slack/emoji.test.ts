import { expect, test } from 'vitest'
import { emojiOf } from './emoji.ts'

test.each([
  ['thumbsup', '👍'],
  ['+1', '👍'],
  ['thumbsup::skin-tone-2', '👍🏻'],
  ['wave::skin-tone-6', '👋🏿'],
  ['v::skin-tone-4', '✌🏽'],
  ['heart', '❤️'],
  ['thumbsup::skin-tone-9', '👍'],
  ['five', '5️⃣'],
  ['party-parrot', ':party-parrot:'],
  ['constructor', ':constructor:'],
])('%s is %s', (name, emoji) => {
  expect(emojiOf(name)).toBe(emoji)
})
