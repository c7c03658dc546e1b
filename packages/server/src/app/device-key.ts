import { generateKeyPairSync } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwner } from './first-start'
import { secret } from './migrate'

/**
 * The private key of the device header as PEM (business/frame 13, ADR 0015). It lies in the database, so that every server on it reads what a
 * browser encrypted for another one. Earlier versions kept it in `dataDir`: that one is taken over, and browsers go on.
 */
export async function loadDeviceKey(ownerUrl: string, dataDir: string): Promise<string> {
  const file = join(dataDir, 'device-key.pem')
  const former = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const key = await asOwner(ownerUrl, (owner) => secret(owner, 'device_key', () => former ?? freshKey()))
  await rm(file, { force: true })
  return key
}

function freshKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}
