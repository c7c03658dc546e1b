// The packages here are archives beside the project, so that the real npm installs them without a network.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'chepu-setup-'))
const project = join(folder, 'project')
for (const name of ['setup.mjs', 'entry.mjs']) cpSync(join(import.meta.dirname, name), join(project, 'tools', name))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: string, args: string[], cwd: string) => {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** Makes a version of the project that needs these packages to run and `gauge` to be tested, with its lockfile. */
function version(name: string, needed: string[]): string {
  const target = join(folder, name)
  const wanted = (names: string[]) => Object.fromEntries(names.map((each) => [each, `file:${each}-1.0.0.tgz`]))
  const description = { name: 'garage', dependencies: wanted(needed), devDependencies: wanted(['gauge']) }
  for (const each of [...needed, 'gauge']) {
    const source = join(folder, 'packages', each)
    mkdirSync(source, { recursive: true })
    mkdirSync(target, { recursive: true })
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name: each, version: '1.0.0' }))
    run('npm', ['pack', '--pack-destination', target], source)
  }
  writeFileSync(join(target, 'package.json'), JSON.stringify(description))
  run('npm', ['install', '--package-lock-only', '--offline'], target)
  return target
}

/** What `npm start` (dev: false) or `npm test` (dev: true) installs before its own work; answers what is there then. */
function install(dev: boolean): string[] {
  const script = `import('./tools/setup.mjs').then(({ install }) => install({ dev: ${dev} }))`
  run(process.execPath, ['-e', script], project)
  return readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
}

it('a start installs no tools of the tests, and keeps those that are there', () => {
  cpSync(version('first', ['engine']), project, { recursive: true })
  expect(install(false)).toEqual(['engine'])
  expect(install(true)).toEqual(['engine', 'gauge'])
  cpSync(version('second', ['engine', 'brake']), project, { recursive: true })
  expect(install(false)).toEqual(['brake', 'engine', 'gauge'])
})
