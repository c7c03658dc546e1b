import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
/** What the databases of all tests take at most, several times over. */
const room = 6e9

/**
 * Where tests keep data for a while: in memory where the system has a folder for that and room in it, since a new database is a thousand files
 * and most disks take ten times as long to make them.
 */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > room ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
