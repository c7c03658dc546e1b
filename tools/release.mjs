// `npm run release`: one file with all that the program needs to run on another machine of this platform.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { makeArchive, otherPlatforms } from './archive.mjs'
import { checkNode, runMain } from './entry.mjs'
import { buildWhenChanged, install, root } from './setup.mjs'

runMain(async () => {
  checkNode()
  await install({ dev: false })
  await buildWhenChanged()
  console.log('正在打包……')
  const file = await makeArchive(join(root, 'dist/release'))
  console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  console.log(`其他平台（${otherPlatforms().join('、')}）的包须在该平台的机器上制作。`)
})
