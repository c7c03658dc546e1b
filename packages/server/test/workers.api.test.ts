// One program of several processes: what is done once is done once, what is counted in each is told together.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scratchFolder } from './memory'
import { startProgram } from './own-program'
import type { Program } from './program'

const metricsToken = 'figures-for-who-watches'
const workers = 2
/** Who has neither an answer nor the end of his connection after so long is left alone. */
const patienceMs = 10_000

let base: string
let program: Program
beforeAll(async () => {
  base = await mkdtemp(join(scratchFolder(), 'chepu-workers-'))
  const settings = { NODE_WORKERS: String(workers), METRICS_TOKEN: metricsToken }
  const folders = { DATA_DIR: join(base, 'data'), BACKUP_DIR: join(base, 'backups') }
  program = await startProgram({ DATABASE_URL: '', ...settings, ...folders })
})
afterAll(async () => {
  await program.kill()
  await rm(base, { recursive: true, force: true, maxRetries: 20 })
})

/** A connection of its own each time, so that the processes take turns. */
const get = async (path: string) => {
  const response = await fetch(program.origin + path, {
    headers: { connection: 'close', authorization: `Bearer ${metricsToken}` },
  })
  return { status: response.status, text: await response.text() }
}
const figure = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.split(' ')
    .at(-1)
/** The processes that answer, by number; one that was replaced is not among them. */
const pids = () => {
  const answering = program.log.filter(({ msg }) => msg === 'a worker answers')
  return new Map(answering.map(({ worker, workerPid }) => [worker as number, workerPid as number]))
}

it('makes one backup, of which every process knows', async () => {
  await program.says('backed up')
  for (let i = 0; i < 2 * workers; i += 1) {
    const answer = JSON.parse((await get('/readyz')).text) as { backup: object }
    expect(answer.backup).toEqual({ lastAt: expect.any(String), failed: false })
  }
  expect((await readdir(join(base, 'backups'))).filter((name) => /^chepu-\d/.test(name))).toHaveLength(1)
})

it('tells the figures of all processes together, and what all see alike once', async () => {
  const before = Number(
    figure((await get('/metrics')).text, 'chepu_http_requests_total{method="GET",route="/healthz"') ?? 0,
  )
  for (let i = 0; i < 3 * workers; i += 1) await get('/healthz')
  const { text } = await get('/metrics')
  expect(figure(text, 'chepu_http_requests_total{method="GET",route="/healthz"')).toBe(String(before + 3 * workers))
  expect(figure(text, 'chepu_build_info')).toBe('1')
  expect(figure(text, 'chepu_backup_failed')).toBe('0')
})

it.each([1, 2])('leaves no request without an end when process %i hangs and is killed', async (which) => {
  const { answers, stop } = askSteadily()
  const untilAnswered = (count: number) => expect.poll(() => answers.length).toBeGreaterThan(answers.length + count)
  await untilAnswered(20)
  const pid = pids().get(which) as number
  process.kill(pid, 'SIGSTOP')
  // It may hold the connections of all who ask steadily; who comes now is answered by the others.
  for (let i = 0; i < 100; i += 1) expect(await ask()).toBe('answered')
  process.kill(pid, 'SIGKILL')
  while (pids().get(which) === pid) await program.hears()
  await untilAnswered(100)
  await stop()
  expect(answers.filter((answer) => answer === 'none')).toEqual([])
})

/** One request on a connection of its own: what became of it. */
const ask = () =>
  fetch(`${program.origin}/healthz`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    () => 'answered' as const,
    ({ name }: Error) => (name === 'TimeoutError' ? 'none' : 'cut'),
  )

/** Asks several at a time, until it is told to stop. */
function askSteadily() {
  const answers: ('answered' | 'cut' | 'none')[] = []
  const over = new AbortController()
  const asking = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) answers.push(await ask())
  })
  const stop = async () => {
    over.abort()
    await Promise.all(asking)
  }
  return { answers, stop }
}

it('stops in order when a service manager tells every process', async () => {
  for (const pid of pids().values()) process.kill(pid, 'SIGTERM')
  expect((await program.stop()).code).toBe(0)
  expect(program.output).toContain('正在停止')
  expect(program.output).not.toContain('没有等到全部结束')
})
