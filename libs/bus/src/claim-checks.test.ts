import { uuidv7 } from '@omnistream/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimChecks } from './claim-checks.ts'
import { decodeEnvelope, encodeEnvelope } from './envelope.ts'
import { subjects } from './subjects.ts'

const on = subjects()
const rowsOf = (accounts: (string | undefined)[]) =>
  accounts.map((accountId) => ({ id: uuidv7(), channel: 'whatsapp', accountId }))

describe('claimChecks', () => {
  it('names every row once, with those of its account, in messages that can be read', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(undefined, 'a', 'b'), { maxLength: 700 }), (accounts) => {
        const rows = rowsOf(accounts)
        const checks = claimChecks(rows, { subject: on.webhook, publishedAt: 1 })
        expect(checks.flatMap((check) => check.rows).toSorted(byId)).toEqual(rows.toSorted(byId))
        for (const { rows: own, outgoing } of checks) {
          const envelope = decodeEnvelope(encodeEnvelope(outgoing.envelope))
          expect(envelope).toMatchObject({ kind: 'webhook', ids: own.map(({ id }) => id) })
          expect(new Set(own.map(({ accountId }) => on.webhook('whatsapp', accountId)))).toEqual(
            new Set([outgoing.subject]),
          )
        }
        expect(new Set(checks.map(({ outgoing }) => outgoing.messageId)).size).toBe(checks.length)
      }),
      { numRuns: 50 },
    )
  })

  it('gives the same rows the same message id, unless another is asked for', () => {
    const rows = rowsOf(['a', 'a'])
    const idOf = (messageIdSuffix?: string) =>
      claimChecks(rows, {
        subject: on.webhook,
        publishedAt: 1,
        ...(messageIdSuffix ? { messageIdSuffix } : {}),
      })[0]?.outgoing.messageId
    expect(idOf()).toBe(idOf())
    expect(idOf(':again')).not.toBe(idOf())
  })
})

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
