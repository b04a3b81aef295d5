import { expect, it } from 'vitest'
import { readableTexts, searchedCharsMax } from './readable-texts.ts'

it('gives search a bounded piece of a text that is far too long', () => {
  const [text] = readableTexts({ body: 'ab cd '.repeat(700_000) })
  expect(text?.text).toHaveLength(searchedCharsMax)
})
