import { defineConfig } from 'vitest/config'

const needDatabase = ['packages/server/**/*.{api,property}.test.ts', 'db/**/*.test.ts']

export default defineConfig({
  test: {
    // Processes rather than threads: a database started by a test dies with the process that started it.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    reporters: process.env.VITEST_REPORT
      ? ['default', ['json', { outputFile: process.env.VITEST_REPORT }]]
      : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
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
