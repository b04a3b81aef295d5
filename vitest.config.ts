import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '.devstack/**']

/** One project per price of a test: unit needs nothing, int needs the data plane, e2e runs whole services. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts', '**/*.e2e.test.ts'],
          // A property test of thousands of runs is quick, but not on two cores that build a data plane meanwhile.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude,
          globalSetup: ['./scripts/test-data-plane.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['**/*.e2e.test.ts'],
          exclude,
          globalSetup: ['./scripts/test-data-plane.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
