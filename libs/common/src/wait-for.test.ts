import { expect, it } from 'vitest'
import { waitFor } from './wait-for.ts'

it('returns the first truthy value', async () => {
  let n = 0
  expect(
    await waitFor(() => (n++ < 3 ? undefined : { n }), { deadlineMs: 1_000, intervalMs: 1, describe: 'n' }),
  ).toEqual({ n: 4 })
})

it('takes an error as not yet', async () => {
  let n = 0
  const check = async (): Promise<string> => {
    n += 1
    if (n < 3) throw new Error('not there')
    return 'there'
  }
  expect(await waitFor(check, { deadlineMs: 1_000, intervalMs: 1, describe: 'it' })).toBe('there')
})

it('says at its deadline what it waited for and why it was not there', async () => {
  const check = (): never => {
    throw new Error('connection refused')
  }
  await expect(
    waitFor(check, { deadlineMs: 20, intervalMs: 5, describe: 'the server answers' }),
  ).rejects.toMatchObject({
    code: 'DEADLINE_EXCEEDED',
    message: 'the server answers: not within 20 ms',
    cause: expect.objectContaining({ message: 'connection refused' }),
  })
})

it('ends early when aborted', async () => {
  const abort = new AbortController()
  const waiting = waitFor(() => false, {
    deadlineMs: 60_000,
    intervalMs: 60_000,
    describe: 'never',
    signal: abort.signal,
  })
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
})
