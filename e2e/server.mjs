// Starts the built program on a data directory of its own, which is removed when the stories are over.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { IdentityProviders } from '../packages/server/test/identity-providers.ts'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar.ts'
import { Database } from '../packages/server/src/kernel/db/db.ts'
import { scratchFolder } from '../packages/server/test/memory.ts'
import { Phones } from '../packages/server/test/phones.ts'
import { answerOf } from '../packages/server/test/visitor.ts'
import { serveTurns } from './turns.mjs'

const dataDir = keptDemo() ?? mkdtempSync(join(scratchFolder(), 'chepu-e2e-'))
process.env.DATA_DIR = dataDir
// The stories bring their own database, whatever this machine is set up for.
delete process.env.DATABASE_URL
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
// Every story may come from an address of its own, so that failed sign-ins of one do not weigh on the next.
process.env.TRUST_PROXY = 'loopback'
const port = Number.parseInt(process.env.PORT ?? '', 10)
const phones = await Phones.start(port + 2000)
Object.assign(process.env, { SMS_GATEWAY_URL: phones.gateway.url, SMS_GATEWAY_TOKEN: phones.gateway.token })
const providers = await IdentityProviders.start(port + 1000)
Object.assign(process.env, providers.environment(`http://localhost:${port}`))
// Somebody who reads pictures, as no program can: GET /<captcha id> answers what one shows.
let database
createServer((request, response) => {
  database ??= new Database(databaseUrl())
  answerOf(database, request.url.slice(1)).then(
    (text) => response.end(text),
    (error) => response.writeHead(500).end(String(error)),
  )
}).listen(port + 3000, '127.0.0.1')

serveTurns(port + 4000)

/** The demo company that the tests before have made, when that was today: its last day is. */
function keptDemo() {
  const { DEMO_NOTE: note } = process.env
  if (!note || !existsSync(note)) return undefined
  const { folder, day } = JSON.parse(readFileSync(note, 'utf8'))
  return day === shanghaiDay() ? folder : undefined
}

/** Address of the program's own PostgreSQL, which chooses its port when it starts. */
function databaseUrl() {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const databasePort = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://chepu_owner:${password}@127.0.0.1:${databasePort}/chepu`
}

await import('../dist/server/main.js')
