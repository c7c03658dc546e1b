import { shanghaiTime } from '@chepu/contract/kernel/time'
import type { FastifyBaseLogger } from 'fastify'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import type { Database } from '../../kernel/db/db'
import { notify } from '../../kernel/notify/notify'
import { everySoOften, type Recurring } from '../../kernel/base/recurring'
import { backUp, backupName, type BackupOptions, claim, wholeBackups } from './backup'

/** How often it looks whether a backup is due. */
const lookEveryMs = 10 * 60_000
/** From this time of Shanghai on the day's backup is due: a shop sleeps then. */
const dueClock = '02:00'
/** A backup that failed is tried again after so many looks. */
const looksToRetry = 6

/** How it stands with the backups, for who watches the program. */
export interface BackupState {
  /** When the newest one began. */
  lastAt: Date | undefined
  /** Why the last attempt failed; undefined when it did not. */
  failure: string | undefined
}

/**
 * Backs the embedded database up every night at 02:00 of Shanghai, and at the start when the machine was off at that time.
 * `state` is kept up to date, and `told` is called when it may have changed. A failure is logged, told to the keepers of the installation once a day, and tried again after an hour.
 */
export function startBackups(
  db: Database,
  { state, told, ...options }: BackupOptions & { state: BackupState; told?: () => void },
  log: FastifyBaseLogger,
): Recurring {
  let pause = 0
  let isOurs = false
  const attempt = async (isStopped: () => boolean) => {
    // Before it looks: what another installation made there tonight is none of ours.
    if (!isOurs) await claim(options)
    isOurs = true
    // One of a day to come was made while the clock was wrong, and says nothing of tonight.
    const newest = (await wholeBackups(options.dir)).findLast((name) => name <= backupName(new Date()))
    if (newest) state.lastAt = timeOf(newest)
    if (!isDue(newest)) return
    const since = performance.now()
    const folder = await backUp({ ...options, isStopped })
    state.lastAt = timeOf(folder.slice(-dayLength))
    state.failure = undefined
    log.info({ folder, ms: Math.round(performance.now() - since) }, 'backed up')
  }
  const work = async (isStopped: () => boolean) => {
    if (pause-- > 0) return
    pause = 0
    try {
      await attempt(isStopped)
    } catch (error) {
      if (isStopped()) return
      pause = looksToRetry - 1
      state.failure = explain(error, options.dir)
      log.error(state.failure)
      await tellKeepers(db, state.failure)
    } finally {
      told?.()
    }
  }
  return everySoOften(lookEveryMs, work, (error) => log.error({ err: error }, 'the keepers could not be told'))
}

const dayLength = 'chepu-2026-01-31-020000'.length

/** When a backup began, from its name. */
function timeOf(name: string): Date {
  const [, day = '', h = '', m = '', s = ''] = /^chepu-(.{10})-(..)(..)(..)$/.exec(name) ?? []
  return new Date(`${day}T${h}:${m}:${s}+08:00`)
}

/** Whether no backup was made since the last time that one was due. */
export function isDue(newest: string | undefined, now: Date = new Date()): boolean {
  const [day = '', clock = ''] = shanghaiTime(now).split(' ')
  const due = `${clock < dueClock ? addDays(day, -1) : day}-${dueClock.replace(':', '')}00`
  return newest === undefined || newest < `chepu-${due}`
}

/** What went wrong, in a line for who keeps the machine. */
function explain(error: unknown, dir: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `备份失败：${dir} 所在磁盘已满（${message}）`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `备份失败：没有权限写入 ${dir}（${message}）`
  if (['ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) return `备份失败：备份目录不可用 ${dir}（${message}）`
  return `备份失败：${message}`
}

/** Those who keep the installation are told once a day. */
async function tellKeepers(db: Database, message: string): Promise<void> {
  const keepers = await db.shared<{ id: number; groupId: number }>({
    text: 'select id, group_id from shared.login where is_platform and is_active',
  })
  for (const { id, groupId } of keepers) {
    const eventKey = `backup-failed:${shanghaiDay()}`
    await db.tenant(groupId, async (tx) => notify(tx, { users: [id], kind: 'notice', message, eventKey }))
  }
}
