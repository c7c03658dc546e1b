import { availableParallelism } from 'node:os'
import { pushPath } from '@chepu/contract/shell/bell'
import { WebSocket } from 'ws'
import { createGroup } from '../packages/server/src/access/provision'
import { delivers, drafts, type Ground, lists, reads, receives } from '../packages/server/test/gestures'
import { Client, stockShop } from '../packages/server/test/stage'
import { bulkDocuments } from './bulk'
import { repeat, took, type Took } from './measure'
import { hire } from './people'
import { familyMb, residentMb } from './processes'
import { invalidOf, note, percentile, rounded, section } from './report'
import { createParts, openStage, type Stage, stockUp } from './stage'

const groupCount = 200
const usersPerGroup = 20
/** So many of a group's users have a page open. */
const sessionsPerGroup = 10
/** Seconds between two things that somebody does. */
const think = { least: 5, most: 20 }
/** All sessions at their own pace are measured for so long, every other step for a third of it. */
const seconds = 90
/** Lists slower than this are no work any more. */
const slowMs = 500

type Kind = 'list' | 'detail' | 'save' | 'posting'
interface Session {
  ground: Ground
  /** A receipt to look at. */
  receiptId: number
}

/** What somebody in a shop does next, of a hundred times. */
const mix: [kind: Kind, times: number, once: (session: Session) => Promise<unknown>][] = [
  ['list', 50, ({ ground }) => lists(ground)],
  ['detail', 25, ({ ground, receiptId }) => reads(ground, receiptId)],
  ['save', 15, ({ ground }) => drafts(ground)],
  ['posting', 7, ({ ground }) => delivers(ground)],
  ['posting', 3, ({ ground }) => receives(ground)],
]

/** Many groups at a shop's pace: what they wait, what they hold of the memory, and what gives way first. */
export async function measureGroups(): Promise<void> {
  const all = groupCount * sessionsPerGroup
  section(
    `Groups: ${groupCount} of ${usersPerGroup} users, ${all} sessions that do something every ${think.least}-${think.most} s`,
  )
  const stage = await openStage({ parts: 1 })
  const pages: WebSocket[] = []
  try {
    const sessions = await populate(stage)
    const idle = await memoryOf(stage)
    const firsts = sessions.filter((_, index) => index % sessionsPerGroup === 0)
    await each(firsts, ({ ground }) => lists(ground))
    const groups = await memoryOf(stage)
    await each(sessions, async ({ ground }) => {
      pages.push(await openPage(ground.client))
      await lists(ground)
    })
    const open = await memoryOf(stage)
    const inWords = (before: Memory, after: Memory, count: number) =>
      `server ${rounded(((after.server - before.server) * 1024) / count)} KB, PostgreSQL ${rounded(((after.postgres - before.postgres) * 1024) / count)} KB`
    note('memory with nobody signed in', `server ${rounded(idle.server)} MB, PostgreSQL ${rounded(idle.postgres)} MB`)
    note('memory of a group of whom one has looked at a list', inWords(idle, groups, groupCount))
    note('memory of a further session with an open page', inWords(groups, open, all - groupCount))
    await hasten(stage, sessions)
    const after = await memoryOf(stage)
    note('memory after all of it', `server ${rounded(after.server)} MB, PostgreSQL ${rounded(after.postgres)} MB`)
  } finally {
    for (const page of pages) page.terminate()
    await stage.close()
  }
}

/** Half as many sessions as before, and again, for what a machine carries that does not carry all of them. */
const shares = [1 / 8, 1 / 4, 1 / 2, 1]

/** More and more sessions at work, then all of them faster and faster, until lists are slow or somebody is refused. */
async function hasten(stage: Stage, sessions: readonly Session[]): Promise<void> {
  const steps = [...shares.map((share) => ({ share, pace: 1 })), ...[2, 4, 8, 16].map((pace) => ({ share: 1, pace }))]
  for (const { share, pace } of steps) {
    const atWork = sessions.filter((_, index) => index % (1 / share) === 0)
    const day = new Day(share === 1 && pace === 1 ? seconds : seconds / 3, pace)
    const used = await took(stage, () => Promise.all(atWork.map((session) => day.work(session))))
    day.tell(`${atWork.length} sessions, ${pace} x the pace`, used)
    if (day.p95('list') <= slowMs && day.failures.length === 0) continue
    note('what gives way there', bottleneck(used))
    return
  }
}

/** Some time in which everybody works at one pace. */
class Day {
  readonly failures: string[] = []
  private readonly times: Record<Kind, number[]> = { list: [], detail: [], save: [], posting: [] }
  private readonly end: number

  constructor(
    private readonly length: number,
    private readonly pace: number,
  ) {
    this.end = performance.now() + length * 1000
  }

  /** Thinks, does something, and so on; the first thought is cut short, so that nobody comes at the same time. */
  async work(session: Session): Promise<void> {
    let pause = (Math.random() * (think.least + think.most) * 500) / this.pace
    while (performance.now() + pause < this.end) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      await this.act(session)
      pause = ((think.least + Math.random() * (think.most - think.least)) * 1000) / this.pace
    }
  }

  private async act(session: Session): Promise<void> {
    const [kind, , once] = pick()
    const started = performance.now()
    try {
      await once(session)
      this.times[kind].push(performance.now() - started)
    } catch (error) {
      this.failures.push(String(error))
    }
  }

  p95 = (kind: Kind): number => percentile(this.times[kind], 0.95)

  tell(what: string, { wall, program, postgres, others }: Took): void {
    const done = Object.values(this.times).reduce((sum, times) => sum + times.length, 0)
    note(
      `${what}, ${rounded(this.length)} s`,
      `${rounded(done / wall)} gestures a second, ${this.failures.length} failed ${invalidOf(others)}`,
    )
    for (const [kind, times] of Object.entries(this.times))
      note(`  ${kind}: median, p95`, `${rounded(percentile(times, 0.5))}, ${rounded(percentile(times, 0.95))} ms`)
    note(
      '  cores in use',
      `server ${rounded(program / wall)}, PostgreSQL ${rounded(postgres / wall)}, others ${rounded(others * availableParallelism())}`,
    )
    for (const failure of new Set(this.failures.slice(0, 3))) note('  failure', failure.slice(0, 200))
  }
}

function pick(): (typeof mix)[number] {
  let left = Math.random() * mix.reduce((sum, [, times]) => sum + times, 0)
  return mix.find(([, times]) => (left -= times) < 0) ?? (mix[0] as (typeof mix)[number])
}

/** Which resource is at its end; clients are on the machine too. */
function bottleneck({ wall, program, postgres, others }: Took): string {
  const cores = availableParallelism()
  if (program / wall > 0.9) return 'the one thread of the server, which takes a core for itself'
  const free = cores - (program + postgres) / wall - others * cores
  return free < cores * 0.35
    ? 'the processor: server, PostgreSQL, the clients of the bench and others have all of it'
    : 'neither processor: what waits, waits for a lock, a connection or the disk'
}

interface Memory {
  server: number
  postgres: number
}
async function memoryOf({ serverPid, postgresPid }: Stage): Promise<Memory> {
  const [server, postgres] = await Promise.all([residentMb(serverPid), familyMb(postgresPid)])
  return { server, postgres }
}

/** Groups with a shop, parts in stock, documents in the list and users; answers those who have signed in. */
async function populate(stage: Stage): Promise<Session[]> {
  const started = performance.now()
  const sessions: Session[] = []
  let number = 0
  await repeat({ clients: 1, count: groupCount }, async () => {
    sessions.push(...(await newGroup(stage, (number += 1))))
  })
  await stage.owner.query('vacuum analyze')
  note(`${groupCount} groups made`, `${rounded((performance.now() - started) / 1000)} s`)
  return sessions
}

async function newGroup({ db, owner, origin }: Stage, number: number): Promise<Session[]> {
  const groupId = await createGroup(db, `集团${number}`)
  const shop = await db.tenant(groupId, (tx) => stockShop(tx, {}))
  const parts = await createParts(owner, groupId, shop.parts.filter, 20)
  const tokens = await hire(owner, { groupId, orgId: shop.orgId, count: usersPerGroup, role: 'owner' })
  await bulkDocuments({ owner, groupId, shop }, 'goods_receipt', 200)
  const grounds = tokens
    .slice(0, sessionsPerGroup)
    .map((token) => ({ ...shop, parts, client: new Client(origin, token) }))
  const receiptId = await stockUp(grounds[0] as Ground)
  return grounds.map((ground) => ({ ground, receiptId }))
}

/** Does it for each, twenty at a time. */
async function each(sessions: readonly Session[], once: (session: Session) => Promise<unknown>): Promise<void> {
  let next = 0
  await repeat({ clients: 20, count: sessions.length }, () => {
    next += 1
    return once(sessions[next - 1] as Session)
  })
}

/** The socket that an open page has. */
async function openPage({ origin, token }: Client): Promise<WebSocket> {
  const page = new WebSocket(`${origin.replace('http', 'ws')}/api-main${pushPath}?token=${token}`)
  await new Promise((resolve, reject) => page.once('open', resolve).once('error', reject))
  return page
}
