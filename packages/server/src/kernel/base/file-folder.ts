import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, keepFilesWith } from './file-store'

/** Keeps files in a folder of this machine, or of one that several servers share; nobody else on the machine reads them. */
export const keepFilesIn = (folder: string): void => keepFilesWith(folderStore(folder))

function folderStore(folder: string): FileStore {
  const pathOf = async (name: string) => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
  return {
    put: async (name, content) => writeFile(await pathOf(name), content, { mode: 0o600 }),
    async putWritten(name, make) {
      const path = await pathOf(name)
      const made = await make(`${path}.part`)
      await rename(`${path}.part`, path)
      return made
    },
    async open(name) {
      const file = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      return file?.createReadStream()
    },
    drop: (name) => rm(join(folder, name), { force: true }),
  }
}
