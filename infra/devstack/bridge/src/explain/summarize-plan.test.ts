import { expect, it } from 'vitest'
import { summarizePlan } from './summarize-plan.ts'

it('calls the walk over a whole collection through its _id index a COLLSCAN', () => {
  const summary = summarizePlan({
    'Node Type': 'Bitmap Heap Scan',
    'Actual Rows': 1,
    'Rows Removed by Filter': 19_999,
    Plans: [
      {
        'Node Type': 'Bitmap Index Scan',
        'Index Name': '_id_',
        'Index Cond': "(shard_key_value = '14'::bigint)",
        'Actual Rows': 20_000,
      },
    ],
  })
  expect(summary).toMatchObject({
    winningPlan: { stage: 'COLLSCAN' },
    documentsExamined: 20_000,
    keysExamined: 0,
  })
})

it('names the index, what was read and the sort above it', () => {
  const summary = summarizePlan({
    'Node Type': 'Limit',
    'Actual Rows': 5,
    Plans: [
      {
        'Node Type': 'Sort',
        'Actual Rows': 5,
        Plans: [
          {
            'Node Type': 'Custom Scan',
            IndexDetails: [{ indexName: 'tc', indexKey: '{"tenant": 1}' }],
            Plans: [
              {
                'Node Type': 'Index Scan',
                'Index Name': 'tc',
                'Index Cond': '(document @= x)',
                'Actual Rows': 50,
              },
            ],
          },
        ],
      },
    ],
  })
  expect(summary).toMatchObject({
    winningPlan: {
      stage: 'SORT',
      inputStage: {
        stage: 'FETCH',
        inputStage: { stage: 'IXSCAN', indexName: 'tc', indexKey: '{"tenant": 1}' },
      },
    },
    returned: 5,
    keysExamined: 50,
    documentsExamined: 50,
  })
})
