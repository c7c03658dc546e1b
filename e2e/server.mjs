// Starts the built program on a data directory of its own, which is removed when the stories are over.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'chepu-e2e-'))
process.env.DATA_DIR = dataDir
// The stories bring their own database, whatever this machine is set up for.
delete process.env.DATABASE_URL
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('../dist/server/main.js')
