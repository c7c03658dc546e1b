import { availableParallelism } from 'node:os'
import { cpuSeconds, machineSeconds } from './processes'
import type { Stage } from './stage'

/** What a run took, in seconds: of the clock, and of the processor by the program and by the database apart. */
export interface Took {
  wall: number
  program: number
  postgres: number
  /** Share of the machine that neither the bench nor what it has started used, 0 to 1. */
  others: number
}

/** Measures `work`; the program is the server unless another process is named, which may be the bench itself. */
export async function took(stage: Stage, work: () => Promise<unknown>, pid = stage.serverPid): Promise<Took> {
  const before = await used(stage, pid)
  const started = performance.now()
  await work()
  const wall = (performance.now() - started) / 1000
  const after = await used(stage, pid)
  return {
    wall,
    program: after.program - before.program,
    postgres: after.postgres - before.postgres,
    // Reading takes its time on a busy machine, in which others work on.
    others: (after.others - before.others) / (after.at - before.at) / availableParallelism(),
  }
}

/** Several turns as one. What others used is weighed by how long a turn took: of a short one the clock of the processor tells little. */
export function total(all: readonly Took[]): Took {
  const sum = (figure: (each: Took) => number) => all.reduce((so, each) => so + figure(each), 0)
  const wall = sum((each) => each.wall)
  return {
    wall,
    program: sum((each) => each.program),
    postgres: sum((each) => each.postgres),
    others: sum((each) => each.others * each.wall) / wall,
  }
}

/** Processor seconds so far. An embedded database is among the server's children, and all of them among the bench's. */
async function used({ serverPid, postgresPid, isEmbedded }: Stage, pid: number) {
  const at = performance.now() / 1000
  const [machine, bench, postgres, server, program] = await Promise.all([
    machineSeconds(),
    cpuSeconds(process.pid),
    cpuSeconds(postgresPid),
    cpuSeconds(serverPid),
    cpuSeconds(pid),
  ])
  const alone = { [serverPid]: isEmbedded ? server - postgres : server, [process.pid]: bench - server }
  return { at, program: alone[pid] ?? program, postgres, others: machine - bench - (isEmbedded ? 0 : postgres) }
}

/** Does `once` so many times, by so many clients at once; answers the milliseconds of each. */
export async function repeat(
  { clients, count }: { clients: number; count: number },
  once: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  let left = count
  const client = async () => {
    while (left > 0) {
      left -= 1
      const started = performance.now()
      await once()
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times
}
