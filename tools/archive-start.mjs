// `node start.mjs` in an unpacked archive: becomes the server. Nothing is installed, built or written beside it.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkNode, runMain } from './entry.mjs'

const here = dirname(fileURLToPath(import.meta.url))

runMain(async () => {
  checkNode()
  // Beside this folder, not in it: the next version, unpacked beside this one, finds the same data.
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || join(here, '../chepu-data'))
  console.log(`数据目录：${process.env.DATA_DIR}`)
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(here, 'server/main.js')).href)
})
