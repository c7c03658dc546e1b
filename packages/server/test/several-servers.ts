import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Balancer, startBalancer } from './balancer'
import { scratchFolder } from './memory'
import { startProgram } from './own-program'
import type { Program } from './program'

/** What works on one database behind one address. */
export interface Servers {
  /** Where clients ask. */
  origin: string
  /** The servers themselves. */
  each: [string, string]
  /** Ends one at once, as a machine that loses its power. */
  kill(which: 0 | 1): Promise<void>
  /** Ends in the same way all that may hold what was asked of `each[which]`. */
  cut(which: 0 | 1): Promise<void>
  /** Starts a killed one again, at its address. */
  restart(which: 0 | 1): Promise<void>
  close(): Promise<void>
}

/** Two programs with data directories of their own, behind a balancer. */
export async function startTwoServers(env: Record<string, string>): Promise<Servers> {
  const base = await mkdtemp(join(scratchFolder(), 'chepu-two-'))
  const start = (which: number) => startProgram({ ...env, DATA_DIR: join(base, String(which)) })
  const programs: [Program, Program] = await Promise.all([start(0), start(1)])
  const each: [string, string] = [programs[0].origin, programs[1].origin]
  const balancer: Balancer = await startBalancer(each)
  return {
    origin: balancer.origin,
    each,
    kill: (which) => programs[which].kill(),
    cut: (which) => programs[which].kill(),
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

/** One program with two processes that answer behind its port, and the first one that keeps them. */
export async function startTwoWorkers(env: Record<string, string>): Promise<Servers> {
  const base = await mkdtemp(join(scratchFolder(), 'chepu-workers-'))
  const program = await startProgram({ ...env, DATA_DIR: base, NODE_WORKERS: '2' })
  const answering = () => program.log.filter(({ msg }) => msg === 'a worker answers')
  const pidOf = (which: number) => answering().findLast(({ worker }) => worker === which + 1)?.['workerPid'] as number
  const kill = async (which: 0 | 1) => void process.kill(pidOf(which), 'SIGKILL')
  let killed = 0
  /** The program itself starts others for those that ended. */
  const replaced = async () => {
    while (answering().length < 2 + killed) await program.hears()
  }
  return {
    origin: program.origin,
    each: [program.origin, program.origin],
    async kill(which) {
      killed += 1
      await kill(which)
    },
    // Nobody can tell which of them has a request. While there is none, nobody listens.
    async cut() {
      killed += 2
      await Promise.all([kill(0), kill(1)])
      await replaced()
    },
    restart: replaced,
    async close() {
      const { code } = await program.stop()
      await rm(base, { recursive: true, force: true })
      if (code !== 0) throw new Error(`the program ended with ${code}: ${program.output}`)
    },
  }
}
