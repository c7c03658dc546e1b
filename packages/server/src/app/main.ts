import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { boot, type Running } from './boot'
import { loadConfig } from './config'
import { createLog } from './log'
import { StartupError } from './startup-error'
import { work } from './workers'

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  if (cluster.isWorker) return work(config, folders(), log)
  // Workers accept for themselves, on one socket (ADR 0141). The policy holds from the first setting up.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // What started this process may not be this file.
  cluster.setupPrimary({ exec: import.meta.filename })
  const running = await boot(config, folders(), log)
  process.stdout.write(`\n${[...addressLines(running.addresses), ...running.notice].join('\n')}\n\n`)
  stopOnSignals(running)
  void running.lost.then(fail)
}

const addressLines = ([own, ...others]: [string, ...string[]]) => [
  `车铺已启动：${own}`,
  ...(others.length > 0 ? [`同一网络的其他电脑：${others.join('  ')}`] : []),
]

/** npm hands the signals of the terminal on: two that come so close together are one key. */
const oneKeyMs = 500

/** The first signal stops in order, a second one at once. */
function stopOnSignals(running: Running): void {
  let since: number | undefined
  const stop = async () => {
    if (since !== undefined && performance.now() - since > oneKeyMs) process.exit(130)
    if (since !== undefined) return
    since = performance.now()
    process.stdout.write('\n正在停止，最多 15 秒；再按一次 Ctrl-C 立即结束\n')
    const left = await running.stop()
    if (left.length > 0) process.stdout.write(`没有等到全部结束：${left.join('、')}。已记账的数据不受影响。\n`)
    process.exit(left.length > 0 ? 1 : 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail))
}

/** The build lays everything out beside the bundle; in the sources the migrations have their own place. */
function folders() {
  const beside = join(import.meta.dirname, '..')
  const built = join(beside, 'migrations')
  const migrations = existsSync(built) ? built : join(import.meta.dirname, '../../../../db/migrations')
  return { migrations, web: join(beside, 'web') }
}

function fail(error: unknown): void {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}

main().catch(fail)
