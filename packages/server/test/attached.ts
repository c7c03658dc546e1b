// Files of documents, as a page sends them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { keepFilesIn } from '../src/kernel/base/file-folder'
import type { Client, Shop } from './shop'

/** The smallest picture: one dot. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Keeps files in a folder of their own; answers what removes it. */
export function keepFiles(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The id of a picture that a client attaches to a document. */
export async function attached(
  shop: Pick<Shop, 'origin'>,
  client: Client,
  owner: { kind: string; ownerId: number },
  fileName = '照片.png',
): Promise<number> {
  const { id } = await client.call(resourceRoutes.ticket, { body: { ...owner, fileName } })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)]), fileName)
  const path = resourceRoutes.upload.path.replace(':id', String(id))
  await fetch(shop.origin + path, { method: 'POST', headers: { token: client.token }, body: form })
  return id
}
