import { bool, describeConfig, oneOf, port, secret } from '@omnistream/common'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { configurationPage } from './configuration-page.ts'

const one = {
  user: 'one',
  fields: describeConfig(z.object({ PORT_OF_ONE: port().default(8080).describe('Its port') })),
}
const shared = (description: string) => z.object({ KEY: secret().describe(description) })

it('has a row for each setting, under the service that alone reads it or under Shared', () => {
  const page = configurationPage([
    one,
    { user: 'two', fields: describeConfig(shared('A key')) },
    { user: 'three', fields: describeConfig(shared('A key').partial()) },
  ])
  expect(page).toContain('## `one` alone')
  expect(page).toContain('| `PORT_OF_ONE` | port | `8080` | Its port |\n')
  expect(page).toMatch(
    /## Shared[\s\S]*\| `KEY` \| secret \| \*\*required\*\* \| A key \(secret\) \| two, three \|/,
  )
})

it('keeps a bar in a text from becoming a column', () => {
  const schema = z.object({
    MODE: oneOf(['a', 'b']).default('a').describe('a | b'),
    ON: bool().default(true).describe(''),
  })
  const page = configurationPage([{ user: 'one', fields: describeConfig(schema) }])
  expect(page).toContain('| `MODE` | a \\| b | `a` | a \\| b |')
  expect(page).toContain('| `ON` | boolean | `true` |')
})

it('refuses a setting that two services describe differently', () => {
  const users = ['A key', 'Another key'].map((text, index) => ({
    user: `user ${index}`,
    fields: describeConfig(shared(text)),
  }))
  expect(() => configurationPage(users)).toThrow(/KEY: user 1 says description "Another key", user 0 "A key"/)
})
