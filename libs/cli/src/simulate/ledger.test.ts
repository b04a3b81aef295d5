import { expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

const webhook = (word: string, ...messageIds: string[]) => ({
  ...{ messageIds, mainId: messageIds[0] ?? '', searchText: word },
})

const message = (externalId: string, text: string, id = externalId) => ({ id, externalId, text })

it('waits for each acknowledged webhook until search has found its message', () => {
  const ledger = createLedger()
  ledger.acked(webhook('qaaaaabxyz', 'm1'), 100)
  ledger.acked(webhook('qaaaaacxyz', 'm2'), 110)
  expect(ledger.waitingPrefixes()).toEqual(['qaaaaa'])
  ledger.found([message('m1', 'hello'), message('from an earlier run', 'hello')], 150)
  expect([ledger.searchable(), ledger.missing(), ledger.searchableMs()]).toEqual([1, ['m2'], [50]])
  ledger.found([message('m2', 'hi')], 200)
  expect([ledger.waitingPrefixes(), ledger.stored(), ledger.missing()]).toEqual([[], 2, []])
})

it('counts a message found twice once, and its latency as of the first time', () => {
  const ledger = createLedger()
  ledger.acked(webhook('qaaaaabxyz', 'm1'), 0)
  ledger.found([message('m1', 'hello')], 10)
  ledger.found([message('m1', 'hello')], 20)
  expect([ledger.searchable(), ledger.duplicates(), ledger.searchableMs()]).toEqual([1, 0, [10]])
})

it('does not take a message that the inbox lists for one that search finds', () => {
  const ledger = createLedger()
  ledger.acked(webhook('qaaaaabxyz', 'm1', 'voice note'), 0)
  ledger.found([message('m1', ''), message('voice note', '')], 10)
  expect([ledger.stored(), ledger.missing(), ledger.searchable()]).toEqual([2, [], 0])
  expect(ledger.waitingPrefixes()).toEqual(['qaaaaa'])
})

it('tells of two messages with one external id', () => {
  const ledger = createLedger()
  ledger.acked(webhook('qaaaaabxyz', 'm1'), 0)
  ledger.found([message('m1', 'hello', 'first'), message('m1', 'hello', 'second')], 10)
  expect(ledger.duplicates()).toBe(1)
})
