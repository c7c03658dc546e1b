import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { bundleServer } from '../../../tools/bundle'
import { Program } from './program'

/** Starts the program of these sources, without pages, with these settings besides those of the tests. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  return Program.run([await bundled()], { ...process.env, DEMO: '0', LOG_LEVEL: 'info', ...env })
}

/** The address of the embedded database of a running program, as its owner: PostgreSQL notes its port in its lock file. */
export async function ownerUrlIn(dataDir: string): Promise<string> {
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  return `postgres://chepu_owner:${password}@127.0.0.1:${port}/chepu`
}

/** It is bundled by the first test that starts it: to start the sources takes three times as long, and it is started dozens of times. */
async function bundled(): Promise<string> {
  const folder = inject('programFolder')
  const whole = join(folder, 'program')
  if (!existsSync(whole)) {
    const draft = await mkdtemp(join(folder, 'draft-'))
    await bundleServer(draft)
    // Another worker may have been faster.
    await rename(draft, whole).catch(() => rm(draft, { recursive: true }))
  }
  return join(whole, 'server/main.js')
}
