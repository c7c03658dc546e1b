// `npm run dev`: the server restarts and the pages reload when a source changes.
import { spawn } from 'node:child_process'
import { checkNode, install, root, runMain } from './setup.mjs'

const serverPort = process.env.PORT ?? '8080'

runMain(async () => {
  checkNode()
  await install({ dev: true })
  const server = launch('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'packages/server/src/app/main.ts'])
  const pages = launch('vite/bin/vite.js', ['packages/web', '--host'])
  stopTogether([server, pages])
})

const launch = (program, args) =>
  spawn(process.execPath, [`node_modules/${program}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: serverPort },
  })

/** One that ends takes the others with it; so do Ctrl-C and SIGTERM. */
function stopTogether(children) {
  const stop = () => children.forEach((child) => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  for (const child of children) {
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 0
      stop()
    })
  }
}
