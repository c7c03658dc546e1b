// What start, test and dev do before their own work. Plain Node without packages: nothing may be installed yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from './entry.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Runs a command in the project folder and resolves with its exit code. Ctrl-C and SIGTERM end it before they end
 * this process, so that nothing stays behind.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const stop = (signal) => {
      child.once('exit', () => process.exit(130))
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.once(signal, stop)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of signals) process.removeListener(name, stop)
      resolve(signal ? 1 : code)
    })
  })
}

/** Runs npm, the same one that started this process if there is one. */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath
  return cli ? run(process.execPath, [cli, ...args], options) : run('npm', args, options)
}

/** Runs a TypeScript tool of this project. */
const runTypeScript = (file, args = [], options) =>
  run(process.execPath, ['--import', 'tsx', join(root, file), ...args], options)

/**
 * Installs the packages of the lockfile when they are not there; `dev` says whether those of the tests are needed. Where
 * they are, they stay: a developer who starts the program keeps his tools.
 */
export async function install({ dev }) {
  if (isInstalled({ dev })) return
  console.log('正在安装依赖……')
  const tools = dev || hasTools() ? '--include=dev' : '--omit=dev'
  // Not `npm ci`: it throws away what is installed. This takes the same locked versions and leaves the lockfile alone.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', tools]
  const code = await runNpm(args)
  if (code !== 0) throw new SetupError('安装依赖失败：请检查网络与磁盘空间后重试（npm install failed）')
}

/** Compares the lockfile with the record that npm keeps of what it installed. */
function isInstalled({ dev }) {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = installed[path]
    if (found) return found.version === entry.version
    return entry.optional || entry.devOptional || (entry.dev && !dev)
  })
}

const hasTools = () => Object.values(readPackages('node_modules/.package-lock.json')).some((entry) => entry.dev)

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

const buildStamp = join(root, 'dist/.build')

/** Builds server and web into dist/ unless the sources are those of the last build. */
export async function buildWhenChanged() {
  const sources = describeSources()
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === sources) return
  console.log('正在构建……')
  rmSync(buildStamp, { force: true })
  const code = await runTypeScript('tools/build.ts')
  if (code !== 0) throw new SetupError('构建失败，原因见上（build failed）')
  writeFileSync(buildStamp, sources)
}

/** A hash over name, size and time of every file that the build reads. */
function describeSources() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(join(root, path))
    if (!info.isDirectory()) return hash.update(`${path} ${info.size} ${info.mtimeMs}\n`)
    for (const name of readdirSync(join(root, path)).sort()) {
      if (name !== 'node_modules' && name !== 'test' && !/\.test\.tsx?$/.test(name)) visit(`${path}/${name}`)
    }
  }
  const settings = [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tools/build.ts',
    'tools/bundle.ts',
    'tools/notices.ts',
    'tools/embedded-parts.ts',
    'tools/licences',
  ]
  for (const path of ['packages', 'db', ...settings]) visit(path)
  return hash.digest('hex')
}
