import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { bundleServer } from '../../../tools/bundle'
import { Program } from './program'

/** Starts the program of these sources, without pages, with these settings besides those of the tests. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  return Program.run([await bundled()], { ...process.env, DEMO: '0', LOG_LEVEL: 'info', ...env })
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
