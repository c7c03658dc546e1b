import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import pg from 'pg'

/** A whole backup is named by the time of Shanghai at which it began. */
const wholeName = /^chepu-\d{4}-\d{2}-\d{2}-\d{6}$/
/** What is being made, being deleted, or was cut short, is named otherwise, and is no backup. */
const unfinished = '.unfinished'
/** Says in a folder of backups whose they are. */
const ownerFile = 'chepu-installation'
/** PostgreSQL puts it away when it starts on a copy: where it is missing, somebody works on what was a backup. */
const untouched = 'postgres/backup_label'

/** What PostgreSQL wants left out of a copy, or makes anew: paths below the cluster, whose folders stay, empty. */
const emptyFolders = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const leftOut = /^(postmaster\.pid|postmaster\.opts|pg_internal\.init.*|pgsql_tmp.*|.*\.part)$/

export interface BackupOptions {
  /** Where the backups are. */
  dir: string
  /** How many whole ones are kept, this one included. */
  keep: number
  dataDir: string
  /** The embedded database, as its owner. */
  ownerUrl: string
  /** Whether the program stops; it is looked at before each file. */
  isStopped?: () => boolean
}

/**
 * Makes a copy of the data directory from which the program starts as it is, while the database works: what was committed
 * before is in it, and of what is committed meanwhile all or nothing of each transaction (PostgreSQL's low-level base backup).
 * Answers the folder. It gets its name when all is written through to the disk; what was cut short before is cleared away.
 * Throws what the file system or the database says, also when the folder has the backups of another installation.
 */
export async function backUp(options: BackupOptions): Promise<string> {
  const { dir, keep, dataDir } = options
  await claim(options)
  await clearUnfinished(dir)
  const name = backupName(new Date())
  const draft = join(dir, `${name}${unfinished}`)
  const copy = new Copy(options.isStopped ?? (() => false))
  try {
    await mkdir(draft, { mode: 0o700 })
    await copyCluster(options.ownerUrl, join(dataDir, 'postgres'), join(draft, 'postgres'), copy)
    // After the database, so that there is a file for each row that names one.
    for (const rest of ['files', 'postgres-password']) await copy.all(join(dataDir, rest), join(draft, rest))
    await copy.proveWhole(draft)
    await synced(draft)
    await rename(draft, join(dir, name))
    await synced(dir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
  await dropOld(dir, keep)
  return join(dir, name)
}

/** What a backup is called that begins at this moment. */
export const backupName = (at: Date): string => `chepu-${shanghaiTime(at).replace(' ', '-').replaceAll(':', '')}`

/**
 * The names of the whole backups in a folder, oldest first; none when there is no folder. A folder on which somebody started the
 * program is none any more: its rows are his.
 */
export async function wholeBackups(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch(ignoreAbsent)) ?? []
  const named = names.filter((name) => wholeName.test(name)).toSorted()
  const areWhole = await Promise.all(named.map((name) => stat(join(dir, name, untouched)).catch(ignoreAbsent)))
  return named.filter((_, index) => areWhole[index])
}

/**
 * Makes the folder this installation's. Throws when it is another's, whose backups are not ours to count or to delete, and
 * what the file system or the database says.
 */
export async function claim({ dir, ownerUrl }: Pick<BackupOptions, 'dir' | 'ownerUrl'>): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const own = await connected(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    return rows[0]?.id ?? ''
  })
  const path = join(dir, ownerFile)
  await writeFile(path, own, { flag: 'wx', mode: 0o600, flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if ((await readFile(path, 'utf8')) !== own)
    throw new Error(`${dir} 里是另一套系统的备份，请为每套系统各设一个备份目录`)
}

async function clearUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.endsWith(unfinished) && wholeName.test(name.slice(0, -unfinished.length)))
      await rm(join(dir, name), { recursive: true })
}

/** Renamed before it is deleted, so that a half-deleted one is never taken for a whole one. */
async function dropOld(dir: string, keep: number): Promise<void> {
  for (const name of (await wholeBackups(dir)).slice(0, -keep)) {
    await rename(join(dir, name), join(dir, `${name}${unfinished}`))
    await rm(join(dir, `${name}${unfinished}`), { recursive: true })
  }
}

async function connected<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'chepu-backup',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const copyCluster = (ownerUrl: string, from: string, to: string, copy: Copy): Promise<void> =>
  connected(ownerUrl, async (client) => {
    // The slot keeps the log of all that happens meanwhile; it goes with the connection, as does the backup itself.
    await client.query(`select pg_create_physical_replication_slot('chepu_backup', true, true)`)
    const begun = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('chepu', fast => true)) as segment`,
    )
    await copy.all(from, to, emptyFolders)
    const ended = await client.query<{ segment: string; label: string }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
    )
    const { segment: last = '', label = '' } = ended.rows[0] ?? {}
    const first = begun.rows[0]?.segment ?? ''
    for (const name of await readdir(join(from, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
        await copy.file(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true })
    for (const folder of ['pg_wal', '.']) await synced(join(to, folder))
  })

/** Copies files, each written through to the disk. */
class Copy {
  private readonly copied: string[] = []

  constructor(private readonly isStopped: () => boolean) {}

  /** A file or a folder with all below it; nothing where there is none. Of the folders named in `empty` only themselves. */
  async all(from: string, to: string, empty: readonly string[] = []): Promise<void> {
    const found = await stat(from).catch(ignoreAbsent)
    if (!found) return
    if (!found.isDirectory()) return this.file(from, to)
    await mkdir(to, { mode: 0o700 })
    for (const name of (await readdir(from).catch(ignoreAbsent)) ?? []) {
      if (leftOut.test(name)) continue
      if (empty.includes(name)) await mkdir(join(to, name), { mode: 0o700 })
      else await this.all(join(from, name), join(to, name))
    }
    await synced(to)
  }

  /** One file, which may vanish: a table or an export was dropped meanwhile. */
  async file(from: string, to: string): Promise<void> {
    if (this.isStopped()) throw new Error('the server stops')
    const isThere = await copyFile(from, to, constants.COPYFILE_FICLONE).then(
      () => true,
      async (error: NodeJS.ErrnoException) => {
        // Absent may also be the folder that it is copied to.
        if (await stat(from).catch(ignoreAbsent)) throw error
        return ignoreAbsent(error)
      },
    )
    if (!isThere) return
    await synced(to)
    this.copied.push(to)
  }

  /** Throws unless every file that was copied is still there: a cleaner may have gone through the folder meanwhile. */
  async proveWhole(folder: string): Promise<void> {
    const found = await readdir(folder, { recursive: true })
    const there = new Set(found.map((name) => join(folder, name)))
    const lost = this.copied.filter((path) => !there.has(path))
    if (lost.length > 0) throw new Error(`${folder} 有 ${lost.length} 个文件在备份时被删除`)
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Writes a file or the entries of a folder through to the disk. Windows has no such thing for folders. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform !== 'win32') throw error
  })
  if (!handle) return
  try {
    await handle.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}
