/** Starts the database in a process of its own, so that a test can kill it. Arguments: data directory. */
import { startEmbeddedPostgres } from '../src/app/embedded-postgres'

const dataDir = process.argv[2] ?? ''
const log = { debug() {}, error: console.error }
const server = await startEmbeddedPostgres({ dataDir, log }).catch((error: Error) => {
  console.log(JSON.stringify({ name: error.name, message: error.message }))
  process.exit(1)
})
console.log(JSON.stringify({ url: server.url, pid: server.pid }))
