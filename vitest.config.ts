import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export const needDatabase = ['packages/server/**/*.{api,property}.test.ts', 'db/**/*.test.ts']

export default defineConfig({
  test: {
    // Processes rather than threads: a database started by a test dies with the process that started it.
    pool: 'forks',
    // Files share what they import, which is most of the time of a small one; what they keep, they keep per database.
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for takes longer than the usual second while two cores also compile and browse.
    expect: { poll: { timeout: 15_000 } },
    reporters: process.env.VITEST_REPORT
      ? ['default', ['json', { outputFile: process.env.VITEST_REPORT }]]
      : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...needDatabase, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: { name: 'api', include: needDatabase, globalSetup: ['packages/server/test/global-setup.ts'] },
      },
    ],
  },
})
