import { defineConfig } from 'vitest/config'
import { needDatabase } from '../vitest.config'

/** Unit tests alone, for `npm run mutation`: what needs a database would take hours. */
export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts'],
    exclude: [...needDatabase, '**/node_modules/**'],
    testTimeout: 60_000,
    isolate: false,
  },
})
