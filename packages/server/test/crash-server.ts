/** Runs the whole program in a process of its own, so that a test can kill it. Arguments: data directory, port. */
import { join } from 'node:path'
import fastify from 'fastify'
import { boot } from '../src/app/boot'
import { loadConfig } from '../src/app/config'

const [dataDir = '', port = ''] = process.argv.slice(2)
const config = loadConfig({ DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'error' })
const folders = { migrations: join(import.meta.dirname, '../../../db/migrations'), web: join(dataDir, 'no-pages') }
const running = await boot(config, folders, fastify({ logger: { level: config.logLevel } }).log)
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
console.log('ready')
