// Before check, format, build and bench: what they use is installed, with the tools of development.
import { checkNode, runMain } from './entry.mjs'
import { install } from './setup.mjs'

runMain(async () => {
  checkNode()
  await install({ dev: true })
})
