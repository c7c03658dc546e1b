// `npm test`: sets everything up, runs all checks and tests, and ends with the line `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from './chromium.mjs'
import { checkNode, runMain, SetupError } from './entry.mjs'
import { buildWhenChanged, install, root, run, runNpm } from './setup.mjs'

const reports = mkdtempSync(join(tmpdir(), 'chepu-reports-'))
/** Where the test of the demo company notes what it leaves to the browser stories, which would take more than a minute to make it once more. */
const demoNote = join(reports, 'demo.json')
const quiet = { stdio: ['ignore', 'inherit', 'inherit'] }
const result = { passed: 0, failures: [], flaky: [], seconds: new Map() }

/** What the tests need of the machine beside Node: Debian's name of the package and how to see that it is there. */
const machine = [
  { name: 'chromium-headless-shell', isThere: () => existsSync(chromiumPath()) },
  { name: 'fonts-noto-cjk', isThere: () => succeeds('sh', ['-c', 'fc-list :lang=zh-cn file | grep -q .']) },
  {
    name: 'libreoffice-calc',
    isThere: () =>
      succeeds('sh', [
        '-c',
        'command -v soffice && test -e "$(dirname "$(readlink -f "$(command -v soffice)")")/libsclo.so"',
      ]),
  },
]

runMain(async () => {
  try {
    await runEverything()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    result.failures.push('setup')
  }
  conclude()
})

async function runEverything() {
  checkNode()
  await install({ dev: true })
  await prepareMachine()
  await step('check', () => runNpm(['run', 'check'], quiet))
  await runVitest()
  const built = await step('build', build)
  if (built && existsSync(chromiumPath())) await runPlaywright()
}

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

async function prepareMachine() {
  const missing = machine.filter(({ isThere }) => !isThere()).map(({ name }) => name)
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  if (isRoot && succeeds('apt-get', ['--version'])) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { ...quiet, env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { ...quiet, env })
  }
  for (const { name, isThere } of machine) {
    if (isThere()) continue
    console.error(`缺少 ${name}，请先执行：sudo apt-get install ${missing.join(' ')}`)
    result.failures.push(`machine: ${name} is missing`)
  }
}

/** Runs one step that counts as one test. */
async function step(name, work) {
  console.log(`\n== ${name}`)
  const code = await work()
  if (code === 0) result.passed += 1
  else result.failures.push(name)
  return code === 0
}

async function build() {
  try {
    await buildWhenChanged()
    return 0
  } catch (error) {
    console.error(error.message)
    return 1
  }
}

async function runVitest() {
  console.log('\n== unit, API and property tests')
  const report = join(reports, 'vitest.json')
  const code = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], {
    ...quiet,
    env: { ...process.env, VITEST_REPORT: report, DEMO_NOTE: demoNote },
  })
  const files = readReport(report)?.testResults ?? []
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  // A file that cannot be loaded has no test to fail.
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(({ status }) => status === 'failed'),
  )
  for (const { name, startTime, endTime } of files) spent(name.replace(`${root}/`, ''), endTime - startTime)
  count('vitest', code, tests.filter(({ status }) => status === 'passed').length, [
    ...failed,
    ...broken.map(({ name }) => name.replace(`${root}/`, '')),
  ])
}

async function runPlaywright() {
  console.log('\n== browser stories')
  const report = join(reports, 'playwright.json')
  const code = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], {
    ...quiet,
    env: { ...process.env, PLAYWRIGHT_REPORT: report, DEMO_NOTE: demoNote },
  })
  const specs = specsIn(readReport(report)?.suites ?? [])
  const failed = specs.filter(({ ok }) => !ok)
  const passed = specs.filter(({ ok, tests }) => ok && tests.some(({ status }) => status !== 'skipped'))
  for (const { file, title, tests } of specs) {
    for (const { duration } of tests.flatMap(({ results }) => results)) spent(`e2e/${file}`, duration)
    if (tests.some(({ status }) => status === 'flaky')) result.flaky.push(`${file} ${title}`)
  }
  count(
    'playwright',
    code,
    passed.length,
    failed.map(({ file, title }) => `${file} ${title}`),
  )
}

const specsIn = (suites) => suites.flatMap((suite) => [...suite.specs, ...specsIn(suite.suites ?? [])])

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** A runner that failed without naming a test, because its setup broke or nothing was found, counts as one failure. */
function count(name, code, passed, failed) {
  result.passed += passed
  result.failures.push(...failed)
  if (code !== 0 && failed.length === 0) result.failures.push(`${name} ended with exit code ${code}`)
}

/** Adds to the time that a file of tests took, in milliseconds. */
function spent(file, milliseconds) {
  result.seconds.set(file, (result.seconds.get(file) ?? 0) + milliseconds / 1000)
}

function conclude() {
  const demo = readReport(demoNote)
  if (demo) rmSync(demo.folder, { recursive: true, force: true })
  rmSync(reports, { recursive: true, force: true })
  const { passed, failures, flaky, seconds } = result
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10)
  if (slowest.length > 0) {
    console.log(
      `\nSlowest files:\n${slowest.map(([file, time]) => `  ${time.toFixed(0).padStart(4)} s  ${file}`).join('\n')}`,
    )
  }
  if (flaky.length > 0) console.log(`\nFlaky, passed the second time:\n${flaky.map((name) => `  ${name}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
  process.exitCode = failures.length > 0 ? 1 : 0
  console.log(`\n${passed} passed, ${failures.length} failed`)
}
