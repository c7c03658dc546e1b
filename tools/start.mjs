// `npm start`: installs and builds what is missing, then becomes the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, runMain } from './entry.mjs'
import { buildWhenChanged, install, root } from './setup.mjs'

runMain(async () => {
  checkNode()
  await install({ dev: false })
  await buildWhenChanged()
  process.chdir(root)
  process.setSourceMapsEnabled(true)
  // In this very process, so that signals and the exit code need no forwarding.
  stopWithNpm()
  await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
})

/** npm passes SIGTERM to its shell only, which dies without telling anybody; the change of parent is the one trace. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
