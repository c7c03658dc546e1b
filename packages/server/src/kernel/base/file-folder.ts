import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, keepFilesWith } from './file-store'

/** Keeps files in a folder of this machine, or of one that several servers share; nobody else on the machine reads them. */
export const keepFilesIn = (folder: string): void => keepFilesWith(folderStore(folder))

/** Files in a folder, which is made with the first of them. */
export function folderStore(folder: string): FileStore {
  const pathOf = async (name: string) => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
  /** Beside its place at first, so that nobody finds a half of it. */
  const putWritten: FileStore['putWritten'] = async (name, make) => {
    const path = await pathOf(name)
    const part = `${path}.part`
    try {
      const made = await make(part)
      await rename(part, path)
      return made
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
  return {
    put: (name, content) => putWritten(name, (path) => writeFile(path, content, { mode: 0o600 })),
    putWritten,
    async open(name) {
      const file = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      return file?.createReadStream()
    },
    drop: (name) => rm(join(folder, name), { force: true }),
  }
}
