// Starts the built program on a data directory of its own, which is removed when the stories are over.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IdentityProviders } from '../packages/server/test/identity-providers.ts'
import { Phones } from '../packages/server/test/phones.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chepu-e2e-'))
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
await import('../dist/server/main.js')
