import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumPath } from './tools/chromium.mjs'

export const needDatabase = ['packages/server/**/*.{api,property}.test.ts', 'db/**/*.test.ts']

/**
 * Packages that pages and their tests import, by the name they use. They are bundled before the first page is drawn: one that
 * were found only then would come with a second React.
 */
const webPackages = ['packages/contract/src', 'packages/web/src', 'packages/web/test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .flatMap((name) => importsOf(readFileSync(`${folder}/${name}`, 'utf8'))),
)

/** Packages that a source imports beside their types; neither files, nor what runs the tests. */
function importsOf(source: string): string[] {
  const imports = source.matchAll(/^import (?!type )(?:[^'";]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...imports]
    .map(([, name, onDemand]) => name ?? onDemand ?? '')
    .filter((name) => !/^(\.|@chepu\/|node:|vitest)/.test(name))
}

/** The largest files first, as usual, but random walks before them: they are short to read and long to play, and nobody should wait for the last of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWalk = ({ moduleId }: TestSpecification) => moduleId.endsWith('.property.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Processes rather than threads: a database started by a test dies with the process that started it.
    pool: 'forks',
    // Files share what they import, which is most of the time of a small one; what they keep, they keep per database.
    isolate: false,
    // One more than there are processors: a file waits for its database a sixth of its time, and some for seconds to pass.
    maxWorkers: availableParallelism() + 1,
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
      {
        extends: true,
        optimizeDeps: { include: [...new Set(webPackages), 'react/jsx-dev-runtime'].sort(), noDiscovery: true },
        test: {
          name: 'components',
          include: ['packages/web/**/*.component.test.tsx'],
          setupFiles: ['packages/web/test/setup.ts'],
          // After the others: what follows keys and clicks should not have to wait for them.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              actionTimeout: 15_000,
              launchOptions: {
                executablePath: chromiumPath(),
                // Chromium refuses its sandbox to root, as which build machines often work.
                args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
              },
              contextOptions: {
                locale: 'zh-CN',
                timezoneId: 'Asia/Shanghai',
                permissions: ['clipboard-read', 'clipboard-write'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
