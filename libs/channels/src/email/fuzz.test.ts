import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzChannel } from '../testing/channel-fuzz.ts'
import { mutate } from '../testing/mutate.ts'
import { exampleNames, readExample } from '../testing/read-example.ts'
import { emailCases } from './cases.ts'
import { email } from './index.ts'

fuzzChannel(emailCases, { runs: 200 })

const examples = exampleNames(emailCases.examples)
  .filter((name) => name.endsWith('.http'))
  .map((name) => readExample(emailCases.examples, name))
const account = 'support@shop.example'

test('what the reader gives, with parts taken out or replaced, is parsed, and always into the same', () => {
  const steps = fc.array(
    fc.tuple(fc.nat(), fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 4 }))),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  fc.assert(
    fc.property(fc.constantFrom(...examples), steps, ({ body, headers }, mutations) => {
      const read = email.read(body, { headers })
      const payload = mutate(structuredClone(read.ok ? read.value : {}), mutations)
      const updates = email.parse(payload, { headers, account })
      expect(updates.length).toBeGreaterThan(0)
      expect(email.parse(payload, { headers, account })).toEqual(updates)
    }),
    { numRuns: 300 },
  )
})

test('a form with bytes changed is read or refused, and what is read is parsed', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.constantFrom(...examples), changes, ({ body, headers }, bytes) => {
      const broken = Uint8Array.from(body)
      for (const [at, byte] of bytes) broken[at % broken.length] = byte
      const read = email.read(broken, { headers })
      if (read.ok) expect(email.parse(read.value, { headers, account }).length).toBeGreaterThan(0)
      else expect(read.error).not.toBe('')
    }),
    { numRuns: 300 },
  )
})
