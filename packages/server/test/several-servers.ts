import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Balancer, startBalancer } from './balancer'
import { Program } from './program'

/** What works on one database behind one address. */
export interface Servers {
  /** Where clients ask. */
  origin: string
  /** The servers themselves. */
  each: [string, string]
  /** Ends one at once, as a machine that loses its power. */
  kill(which: 0 | 1): Promise<void>
  /** Starts a killed one again, at its address. */
  restart(which: 0 | 1): Promise<void>
  close(): Promise<void>
}

/** Two programs with data directories of their own, behind a balancer. */
export async function startTwoServers(env: Record<string, string>): Promise<Servers> {
  const base = await mkdtemp(join(tmpdir(), 'chepu-two-'))
  const start = (which: number) => Program.start({ ...env, DATA_DIR: join(base, String(which)) })
  const programs: [Program, Program] = await Promise.all([start(0), start(1)])
  const each: [string, string] = [programs[0].origin, programs[1].origin]
  const balancer: Balancer = await startBalancer(each)
  return {
    origin: balancer.origin,
    each,
    kill: (which) => programs[which].kill(),
    async restart(which) {
      programs[which] = await programs[which].again()
    },
    async close() {
      await balancer.close()
      await Promise.all(programs.map((program) => program.kill()))
      await rm(base, { recursive: true, force: true })
    },
  }
}
