// `npm run dev`: the server restarts and the pages reload when a source changes.
import { spawn } from 'node:child_process'
import { checkNode, runMain } from './entry.mjs'
import { install, root } from './setup.mjs'

// An empty variable counts as absent, as for the server.
const PORT = process.env.PORT || '8080'
const HOST = process.env.HOST || '0.0.0.0'

runMain(async () => {
  checkNode()
  await install({ dev: true })
  const server = launch('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'packages/server/src/app/main.ts'])
  const pages = launch('vite/bin/vite.js', ['packages/web', '--host', HOST])
  stopTogether([server, pages])
})

const launch = (program, args) =>
  spawn(process.execPath, [`node_modules/${program}`, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own keeps the terminal's Ctrl-C away: a second signal would kill the server instead of stopping it.
    detached: process.platform !== 'win32',
    env: { ...process.env, PORT, HOST },
  })

/** One that ends takes the others with it; so do Ctrl-C and SIGTERM. Each is told once. */
function stopTogether(children) {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  for (const child of children) {
    child.once('exit', (code) => {
      if (!isStopping) process.exitCode = code ?? 1
      stop()
    })
  }
}
