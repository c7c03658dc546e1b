// `npm run mutation`: does a unit test notice when a figure is counted otherwise? (docs/adr/0126-planted-faults.md)
import { readdirSync, readFileSync } from 'node:fs'

const sources = ['contract', 'server', 'web'].flatMap((part) =>
  readdirSync(`packages/${part}/src`, { recursive: true })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => `packages/${part}/src/${name.replaceAll('\\', '/')}`),
)

/** What a file imports beside types. */
const importsOf = (text) => [...text.matchAll(/^import (?!type )[^']*from '([^']+)'/gm)].map(([, source]) => source)

const arithmetic = /^big\.js$|\/(amounts|calendar|charged-share|decimal)$/
const helpers =
  /^(big\.js|zod|@chepu\/contract\/.*)$|\/(amounts|calendar|charged-share|cost-pool|decimal|format|moves|own|scalars|typed)$/

/** A pure file that calculates. What reads the database, draws or declares calls is tried by API tests and stories. */
function calculates(file) {
  const text = readFileSync(file, 'utf8')
  const imports = importsOf(text)
  const isPure = imports.every((source) => helpers.test(source)) && !/\b(Tx|CallerTx|ReactNode)\b/.test(text)
  return isPure && imports.some((source) => arithmetic.test(source))
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    ...sources.filter((file) => file.endsWith('/posting.ts') || calculates(file)),
    'packages/contract/src/{kernel/calendar,kernel/counted-lines,warehouse/unit-cost}.ts',
    'packages/server/src/kernel/ledgers/moves.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation.vitest.ts' },
  concurrency: 2,
  // TypeScript 7 has no interface by which a tsconfig could be rewritten for the copy: the file named here does not exist.
  tsconfigFile: 'none',
  ignorePatterns: ['/.data', '/.tsbuild', '/bench', '/db', '/deploy', '/dist', '/docs', '/e2e'],
  tempDirName: 'dist/mutation/copy',
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'dist/mutation/report.html' },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  thresholds: { high: 98, low: 95, break: 95 },
  warnings: { slow: false },
}
