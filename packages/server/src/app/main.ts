import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { boot } from './boot'
import { loadConfig } from './config'
import { serializers } from './log'
import { StartupError } from './startup-error'

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = fastify({ logger: { level: config.logLevel, serializers } }).log
  const running = await boot(config, folders(), log)
  process.stdout.write(`\n${[...addressLines(running.addresses), ...running.notice].join('\n')}\n\n`)
  const stop = () => void running.stop().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  void running.lost.then(fail)
}

const addressLines = ([own, ...others]: [string, ...string[]]) => [
  `车铺已启动：${own}`,
  ...(others.length > 0 ? [`同一网络的其他电脑：${others.join('  ')}`] : []),
]

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
