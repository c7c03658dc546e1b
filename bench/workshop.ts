import { repairProgress } from '@chepu/contract/repair/repair-progress'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { pushPath } from '@chepu/contract/shell/bell'
import { WebSocket } from 'ws'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { act, type Saved, save } from '../packages/server/test/desk'
import { issueAll } from '../packages/server/test/issuing'
import { Client } from '../packages/server/test/stage'
import { confirmedOrder, type OrderBody, type Workshop, workOff, workshopOf } from '../packages/server/test/workshop'
import { bulkOrders } from './bulk-orders'
import pg from 'pg'
import { repeat, took, total, type Took } from './measure'
import { hire } from './people'
import { settleRaw } from './raw-settlement'
import { figure, note, percentile, rounded, section } from './report'
import { sentBy } from './sent'
import { fillStock, openStage, type Stage } from './stage'

/** A workshop, and who does everything in it. */
interface Hall {
  stage: Stage
  workshop: Workshop
  client: Client
}

const warmUp = 60
const settlements = 100
const turns = 5
const rounds = 60
const viewers = 50
const wakes = 15

/** What a workshop waits for: the settlement of an order, the list of all orders, and the board on its wall. */
export async function measureWorkshop(): Promise<void> {
  const medians = new Map<string, number[]>()
  for (const orders of [10_000, 100_000]) {
    const stage = await openStage({ parts: 50 })
    try {
      await fillStock(stage)
      const { db, groupId, shop, client } = stage
      const hall = { stage, client, workshop: await workshopOf({ ...shop, db, groupId }) }
      await bulkOrders(stage, hall.workshop, orders)
      await stage.owner.query('vacuum analyze')
      await measurePages(hall, orders.toLocaleString('en'), medians)
      if (orders === 10_000) await measureSettlement(hall)
      else await measureWall(hall)
    } finally {
      await stage.close()
    }
  }
  for (const [name, [few = 1, many = 0]] of medians) {
    figure('workshop', `${name}, median with ten times the orders`, many / few, ' x')
    note('', `${rounded(few)} and ${rounded(many)} ms`)
  }
}

async function measurePages({ client }: Hall, orders: string, medians: Map<string, number[]>): Promise<void> {
  section(`Workshop: first pages with ${orders} orders, milliseconds from request to answer over HTTP`)
  const pages: [string, () => Promise<unknown>][] = [
    ['list of orders', () => client.call(workOrder.routes.list, { query: { page: 1, rows: 50 } })],
    ['progress board', () => client.call(repairProgress, { query: {} })],
  ]
  for (const [name, ask] of pages) {
    await repeat({ clients: 1, count: 10 }, ask)
    const times = await repeat({ clients: 1, count: rounds }, ask)
    figure('workshop', `${name}, ${orders} orders, p95`, percentile(times, 0.95), ' ms')
    medians.set(name, [...(medians.get(name) ?? []), percentile(times, 0.5)])
  }
}

/** The call that settles, of five jobs and five parts, and the same rows by raw SQL; both take turns, so that what else the machine does falls on both alike. */
async function measureSettlement(hall: Hall): Promise<void> {
  section(
    'Workshop: the call that settles an order of 10 lines over HTTP, 1 client, and the same rows written by raw SQL',
  )
  const { stage } = hall
  const drafts: Saved[] = []
  for (let i = 0; i < 2 * (warmUp + settlements); i += 1) drafts.push(await draftOf(hall, 5))
  const settlesNext = () => settles(hall, drafts.pop() as Saved, 5)
  const raw = await rawDesk(hall)
  const rawNext = async () => raw.settles((drafts.pop() as Saved).id)
  await repeat({ clients: 1, count: warmUp }, settlesNext)
  await repeat({ clients: 1, count: warmUp }, rawNext)
  const [own, floor, times]: [Took[], Took[], number[]] = [[], [], []]
  for (let i = 0; i < turns; i += 1) {
    const run = { clients: 1, count: settlements / turns }
    own.push(await took(stage, async () => void times.push(...(await repeat(run, settlesNext)))))
    floor.push(await took(stage, () => repeat(run, rawNext), process.pid))
  }
  await raw.close()
  const processor = (all: readonly Took[]) => total(all).program + total(all).postgres
  const others = total([...own, ...floor]).others
  const [least, most] = [await sentOf(hall, 1), await sentOf(hall, 5)]
  figure('workshop', 'settlement of 10 lines: statements', most.statements)
  figure('workshop', 'settlement of 10 lines: statements more than of 2 lines', most.statements - least.statements)
  figure('workshop', 'settlement of 10 lines: share of the raw rate', processor(floor) / processor(own), '', others)
  const ms = (all: readonly Took[]) => `${rounded((1000 * processor(all)) / settlements)} ms of the processor each`
  note('  program', ms(own))
  note('  raw SQL', ms(floor))
  note('settlement of 10 lines: median', `${rounded(percentile(times, 0.5))} ms`)
  note('settlement of 10 lines: round trips', `${most['round trips']}`)
  note('settlement of 10 lines: p95', `${rounded(percentile(times, 0.95))} ms`)
}

/** Who settles past the program, on one connection of its role. */
async function rawDesk({ stage, workshop }: Hall) {
  const { appUrl, groupId, shop, owner } = stage
  const client = new pg.Client({ connectionString: appUrl, pipeline: true, options: '-c jit=off' })
  await client.connect()
  const { rows } = await owner.query<{ id: number }>(
    'select id from app_user where group_id = $1 order by id limit 1',
    [groupId],
  )
  const { partnerId, technicianId: employeeId } = workshop
  const desk = { groupId, orgId: shop.orgId, partnerId, employeeId, userId: rows[0]?.id as number }
  const orderOfDraft = async (id: number) => {
    const found = await owner.query<{ id: number }>(
      'select work_order_id as id from repair_document where group_id = $1 and id = $2',
      [groupId, id],
    )
    return found.rows[0]?.id as number
  }
  return {
    settles: async (id: number) =>
      settleRaw(
        client,
        { ...desk, storeAccountId: shop.cashId },
        { id, workOrderId: await orderOfDraft(id) },
        '750.00',
      ),
    close: () => client.end(),
  }
}

const sentOf = (hall: Hall, pairs: number) =>
  sentBy(hall.stage, async (origin, counted) => {
    const here = { ...hall, client: new Client(origin, hall.client.token) }
    const draft = await draftOf(here, pairs)
    await counted(() => settles(here, draft, pairs))
  })

/** The order of so many jobs, each with a part, done and completed, and the draft of its settlement. */
async function draftOf(hall: Hall, pairs: number): Promise<Saved> {
  const { stage, workshop, client } = hall
  const { shop, parts } = stage
  const order = await confirmedOrder(client, orderOf(hall, pairs, parts))
  await issueAll(shop, client, order.id)
  await workOff(client, workshop, order.id)
  const { header } = await client.call(workOrder.routes.read, { params: { id: order.id } })
  const worked = { id: order.id, version: header.version }
  const completed = await act(client, workOrder.routes, worked, 'complete', { input: {} })
  const { partnerId, vehicleId } = workshop
  return save(client, repairSettlement.routes, {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId: completed.id },
  })
}

/** An order of so many jobs, each with one of the parts, if there are any. */
const orderOf = ({ stage, workshop }: Hall, jobs: number, parts: readonly number[]): OrderBody => ({
  header: {
    bizDate: shanghaiDay(),
    partnerId: workshop.partnerId,
    vehicleId: workshop.vehicleId,
    businessTypeId: workshop.businessTypeId,
    warehouseId: stage.shop.warehouseId,
  },
  labour: Array.from({ length: jobs }, (_, i) => ({
    name: `项目${i + 1}`,
    workerTypeId: workshop.workerTypeId,
    price: '100',
  })),
  materials: parts.slice(0, jobs).map((partId, i) => ({ partId, qty: '1', price: '50', labourNo: i + 1 })),
})

function settles({ stage, client }: Hall, draft: Saved, pairs: number): Promise<Saved> {
  const tenders = [{ storeAccountId: stage.shop.cashId, amount: `${pairs * 150}.00` }]
  return act(client, repairSettlement.routes, draft, 'settle', { input: { tenders } })
}

/** Walls that hear of a change and read the board anew: how long until the last one shows it. */
async function measureWall(hall: Hall): Promise<void> {
  const { stage, client } = hall
  section(`Workshop: ${viewers} walls of one shop with 100,000 orders`)
  const { groupId, shop } = stage
  const tokens = await hire(stage.owner, { groupId, orgId: shop.orgId, count: viewers, role: 'owner' })
  const walls = tokens.map((token) => new Wall(stage.origin, token))
  await Promise.all(walls.map((wall) => wall.opened()))
  const times: number[] = []
  for (let i = 0; i < wakes; i += 1) {
    const shown = Promise.all(walls.map((wall) => wall.shows()))
    const started = performance.now()
    await confirmedOrder(client, orderOf(hall, 1, []))
    await shown
    times.push(performance.now() - started)
    // A shop is told at most every two seconds; the next change waits for that to be over.
    await new Promise((resolve) => setTimeout(resolve, 2500))
  }
  for (const wall of walls) wall.close()
  figure('workshop', `${viewers} walls, change to last board, median`, percentile(times, 0.5), ' ms')
  note('slowest of the rounds', `${rounded(Math.max(...times))} ms`)
}

/** A screen on the wall: hears that something has changed, and reads the board. */
class Wall {
  private readonly socket: WebSocket
  private readonly client: Client
  private heard: () => void = () => undefined

  constructor(origin: string, token: string) {
    this.client = new Client(origin, token)
    this.socket = new WebSocket(`${origin.replace('http', 'ws')}/api-main${pushPath}?token=${token}`)
    this.socket.on('message', () => this.heard())
  }

  opened(): Promise<void> {
    return new Promise((resolve) => this.socket.once('message', () => resolve()))
  }

  async shows(): Promise<void> {
    await new Promise<void>((heard) => (this.heard = heard))
    await this.client.call(repairProgress, { query: {} })
  }

  close(): void {
    this.socket.terminate()
  }
}
