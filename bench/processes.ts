import { readdir, readFile } from 'node:fs/promises'

// Linux counts processor time in hundredths of a second.
const ticksPerSecond = 100

const read = (pid: number | string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

/** Fields of /proc/<pid>/stat after the program's name, which may hold spaces itself. */
const statOf = async (pid: number | string) => (await read(pid, 'stat')).replace(/^.*\) /, '').split(' ')

/** Processor seconds of a process and of its children that have ended. */
async function cpuOf(pid: number | string): Promise<number> {
  const ticks = (await statOf(pid)).slice(11, 15).map((text) => Number.parseInt(text, 10) || 0)
  return ticks.reduce((sum, tick) => sum + tick, 0) / ticksPerSecond
}

/** A process and everything that it has started and that still runs. */
async function familyOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    all.map(async (name) => [Number.parseInt(name, 10), Number.parseInt((await statOf(name))[1] ?? '', 10)] as const),
  )
  const family = [pid]
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child))
  return family
}

/** Processor seconds used so far by a process and its children. */
export async function cpuSeconds(pid: number): Promise<number> {
  const used = await Promise.all((await familyOf(pid)).map(cpuOf))
  return used.reduce((sum, seconds) => sum + seconds, 0)
}

/** Processor seconds that everything on the machine has used since it began; what waits for a disk uses none. */
export async function machineSeconds(): Promise<number> {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (await readFile('/proc/stat', 'utf8'))
    .split(/\s+/)
    .slice(1, 8)
    .map((text) => Number.parseInt(text, 10))
  return (user + nice + system + irq + softirq) / ticksPerSecond
}

/** The process that has started this one; 0 where there is none of that number. */
export const parentOf = async (pid: number): Promise<number> => Number.parseInt((await statOf(pid))[1] ?? '0', 10) || 0

/** Memory of one process in MB: what it holds now. */
export async function residentMb(pid: number): Promise<number> {
  return Number.parseInt(/VmRSS:\s+(\d+)/.exec(await read(pid, 'status'))?.[1] ?? '0', 10) / 1024
}

/** Memory of a process and its children in MB; what several share, as the buffers of a database, counts once. */
export async function familyMb(pid: number): Promise<number> {
  const family = await familyOf(pid)
  const texts = await Promise.all(family.map((member) => read(member, 'smaps_rollup')))
  return texts.reduce((sum, text) => sum + Number.parseInt(/Pss:\s+(\d+)/.exec(text)?.[1] ?? '0', 10), 0) / 1024
}

/** Memory that a process reaches at most while `work` runs, in MB, looked at every 20 ms. */
export async function peakMb<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = 0
  const look = async () => {
    peak = Math.max(peak, await residentMb(pid))
  }
  const timer = setInterval(() => void look(), 20)
  try {
    const result = await work()
    await look()
    return { result, peak }
  } finally {
    clearInterval(timer)
  }
}
