import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

let folder: string | undefined

/** Names the folder that holds uploaded and exported files; called once at the start. */
export const keepFilesIn = (path: string): void => {
  folder = path
}

/** Where a file of a group lies, for what reads and writes it in a stream. */
export const filePath = (groupId: number, kind: string, id: number): string => {
  if (folder === undefined) throw new Error('the folder of kept files is not set')
  return join(folder, String(groupId), kind, String(id))
}

/** Writes a file of a group under its kind and id. Whoever may read it is decided by its row in the database. */
export async function keepFile(groupId: number, kind: string, id: number, content: Buffer): Promise<void> {
  const path = filePath(groupId, kind, id)
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600 })
}

/** The file, or undefined when it is missing from the folder. */
export async function keptFile(groupId: number, kind: string, id: number): Promise<Buffer | undefined> {
  try {
    return await readFile(filePath(groupId, kind, id))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export const dropFile = (groupId: number, kind: string, id: number): Promise<void> =>
  rm(filePath(groupId, kind, id), { force: true })
