import { expect, it } from 'vitest'
import { replayBody } from './filter-options.ts'
import { formatReport, formatRun } from './report.ts'

const row = {
  ...{ audit_id: 'audit-1', dry_run: true, settled: true, error: null },
  counts: { new: 1 },
}

const run = {
  ...{ id: 'run-1', status: 'done' as const, dry_run: true, side_effects: false, filter: {} },
  ...{ rate_per_second: null, error: null, created_at: '', finished_at: null },
  progress: { total: 3, published: 3, processed: 3 },
  counts: { new: 1, changed: 1, unchanged: 0, still_failing: 2 },
}

it('has one line for each message with what would change about it', () => {
  const text = formatReport([
    {
      ...row,
      items: [
        { path: '/a', outcome: 'new', kind: 'message', external_id: 'whatsapp:1:a', diff: [], error: null },
        {
          ...{ path: '/b', outcome: 'changed', kind: 'message', external_id: 'whatsapp:1:b', error: null },
          diff: [
            { field: 'content.body', before: 'x', after: 'y' },
            { field: 'type', after: 'text' },
          ],
        },
        {
          path: '/c',
          outcome: 'failing',
          kind: 'message',
          external_id: null,
          diff: [],
          error: 'no such type',
        },
      ],
    },
  ])
  expect(text.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['webhook', 'outcome', 'kind', 'message', 'what'],
    ['audit-1', 'new', 'message', 'whatsapp:1:a'],
    ['audit-1', 'changed', 'message', 'whatsapp:1:b', 'content.body: "x" → "y"; type: ∅ → "text"'],
    ['audit-1', 'failing', 'message', '/c', 'no such type'],
  ])
})

it('names a webhook that failed as a whole', () => {
  expect(formatReport([{ ...row, error: 'the body is not JSON', items: [] }])).toMatch(
    /audit-1 +failing +webhook +the body is not JSON/,
  )
})

it('says so where there is nothing to tell', () => {
  expect(formatReport([{ ...row, items: [] }])).toBe('nothing new, nothing changed, nothing failing')
})

it('sums a run up in the words of its counts', () => {
  const text = formatRun(run)
  expect(text).toContain('dry run: nothing was changed')
  expect(text).toContain('1 new, 1 changed, 2 still failing')
  expect(formatRun({ ...run, status: 'failed', error: 'out of luck' })).toContain('failed: out of luck')
})

it('asks the API in its own words', () => {
  expect(
    replayBody({
      ...{ from: 'a', channel: 'whatsapp', parserOlderThan: 4, auditId: ['x', 'y'] },
      ...{ dryRun: true, rate: 5 },
    }),
  ).toEqual({
    filter: { from: 'a', channel: 'whatsapp', parser_version_lt: 4, audit_ids: ['x', 'y'] },
    dry_run: true,
    side_effects: false,
    rate_per_second: 5,
  })
  expect(() => replayBody({ dryRun: true })).toThrow(/say what to replay/)
})
