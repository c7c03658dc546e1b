import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tools/chromium.mjs'

const port = Number.parseInt(process.env.E2E_PORT ?? '48181', 10)

/** Business stories in a real browser against the built program (`npm run build` first), on a fresh demo company. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One more than there are processors, since a story waits for most of its time. All share one server and one database, so that more than a few browsers only wait for them.
  workers: Math.min(availableParallelism() + 1, 4),
  // Generous, because a shared machine may stand still for many seconds: a story fails for what it sees, not for time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // Once more on a build machine only; what passes then is printed as flaky by tools/test.mjs.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.PLAYWRIGHT_REPORT
    ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_REPORT }]]
    : 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // A trace doubles the time of a story: TRACE=1 records one of those that fail.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromiumPath(),
      // Chromium refuses its sandbox to root, as which build machines often work.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    command: 'node --import tsx e2e/server.mjs',
    env: { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error', DEMO: '1' },
    url: `http://localhost:${port}/version.json`,
    // E2E_PORT=8080 tells the stories to be played on a server that is already running.
    reuseExistingServer: process.env.E2E_PORT !== undefined,
    // The demo company enters three months of trade first.
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
  },
})
