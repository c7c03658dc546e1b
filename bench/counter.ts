import { fastOrder } from '@chepu/contract/repair/fast-order'
import type { BodyOf } from '@chepu/contract/kernel/route'
import pg from 'pg'
import { makeVoucher, newCard, newCardPackage, newCardType } from '../packages/server/test/cards'
import { Client } from '../packages/server/test/stage'
import { type Workshop, workshopOf } from '../packages/server/test/workshop'
import { bulkOrders } from './bulk-orders'
import { repeat, took, total, type Took } from './measure'
import { sellRaw } from './raw-counter'
import { figure, note, percentile, rounded, section } from './report'
import { sentBy } from './sent'
import { fillStock, openStage, type Stage } from './stage'

type Body = BodyOf<typeof fastOrder.settle>

/** A counter, and who stands there. */
interface Counter {
  stage: Stage
  workshop: Workshop
  client: Client
  cardId: number
  /** What is left of a package on the card, of the first part. */
  cardItemId: number
}

/** Until the connections know every statement of a bill. */
const warmUp = 150
const bills = 200
const turns = 5

/** What a fast counter waits for: the one save that writes, does, issues, settles and collects. */
export async function measureCounter(): Promise<void> {
  const stage = await openStage({ parts: 50 })
  try {
    const counter = await openCounter(stage)
    await measureBills(counter)
  } finally {
    await stage.close()
  }
}

async function openCounter(stage: Stage): Promise<Counter> {
  const { db, groupId, shop, client, owner } = stage
  // More than the law lets a card hold, for as many bills as are measured.
  await owner.query(`update org set config = config || '{"cardMostPrincipal": "10000000"}' where group_id = $1`, [
    groupId,
  ])
  await fillStock(stage)
  const workshop = await workshopOf({ ...shop, db, groupId })
  await bulkOrders(stage, workshop, 10_000)
  const { partnerId } = workshop
  const cardTypeId = await newCardType({ db, groupId })
  const cardId = await newCard(shop, client, { partnerId, cardTypeId, principalChange: '1000000' })
  const [partId = 0] = stage.parts
  const lines = [{ partId, times: '1000', listPrice: '50', allocPrice: '50', allocTotal: '50000' }]
  const cardPackageId = await newCardPackage({ db, groupId }, { salePrice: '50000', lines })
  const tenders = [{ storeAccountId: shop.cashId, amount: '50000' }]
  await makeVoucher(client, { purpose: 'package_sale', partnerId, cardId, cardPackageId }, tenders)
  const { rows } = await owner.query<{ id: number }>('select id from card_item where group_id = $1', [groupId])
  await owner.query('vacuum analyze')
  return { stage, workshop, client, cardId, cardItemId: rows[0]?.id as number }
}

/** A bill of so many jobs, each with a part, paid in cash, or by card with its first part by a package. */
function billOf({ stage, workshop, cardId, cardItemId }: Counter, pairs: number, isByCard: boolean): Body {
  const { shop, parts } = stage
  const { partnerId, vehicleId, workerTypeId, technicianId } = workshop
  const amount = `${pairs * 150 - (isByCard ? 50 : 0)}.00`
  return {
    kind: 'fast',
    header: { partnerId, vehicleId, warehouseId: shop.warehouseId },
    labour: Array.from({ length: pairs }, (_, i) => ({ name: `项目${i + 1}`, workerTypeId, price: '100' })),
    materials: parts.slice(0, pairs).map((partId, i) => ({ partId, qty: '1', price: '50', labourNo: i + 1 })),
    technicians: [{ employeeId: technicianId }],
    packageUses: isByCard ? [{ section: 'materials', line: 0, cardItemId, times: '1' }] : [],
    payment: isByCard
      ? { cards: [{ cardId, amount }], tenders: [] }
      : { tenders: [{ storeAccountId: shop.cashId, amount }] },
  }
}

const sells = ({ client, ...counter }: Counter, pairs: number, isByCard: boolean) =>
  client.call(fastOrder.settle, { body: billOf({ client, ...counter }, pairs, isByCard) })

/** Bills of two jobs and two parts; those in cash beside the same rows by raw SQL, both in turns, so that what else the machine does falls on both alike. */
async function measureBills(counter: Counter): Promise<void> {
  section('Counter: a bill of 4 lines with all its documents in one save over HTTP, 1 client')
  const { stage } = counter
  const raw = await rawCounter(counter)
  const inCash = () => sells(counter, 2, false)
  const byCard = () => sells(counter, 2, true)
  for (const once of [inCash, byCard, raw.sells]) await repeat({ clients: 1, count: warmUp }, once)
  const times = { cash: [] as number[], card: [] as number[] }
  const [own, floor]: [Took[], Took[]] = [[], []]
  const run = { clients: 1, count: bills / turns }
  for (let i = 0; i < turns; i += 1) {
    own.push(await took(stage, async () => void times.cash.push(...(await repeat(run, inCash)))))
    floor.push(await took(stage, () => repeat(run, raw.sells), process.pid))
    times.card.push(...(await repeat(run, byCard)))
  }
  await raw.close()
  const others = total([...own, ...floor]).others
  await tell(counter, 'paid in cash', { times: times.cash, isByCard: false, others })
  await tell(counter, 'paid by package and card', { times: times.card, isByCard: true, others })
  const processor = (all: readonly Took[]) => total(all).program + total(all).postgres
  const name = 'bill of 4 lines, paid in cash: share of the raw rate'
  figure('counter', name, processor(floor) / processor(own), '', others)
  const ms = (all: readonly Took[]) => `${rounded((1000 * processor(all)) / bills)} ms of the processor each`
  note('  program', ms(own))
  note('  raw SQL', ms(floor))
}

/** How long bills took, and what one of 4 and one of 20 lines send to the database. */
async function tell(
  counter: Counter,
  how: string,
  { times, isByCard, others }: { times: readonly number[]; isByCard: boolean; others: number },
): Promise<void> {
  const name = `bill of 4 lines, ${how}`
  figure('counter', `${name}: p95`, percentile(times, 0.95), ' ms', others)
  note(`${name}: median`, `${rounded(percentile(times, 0.5))} ms`)
  const [few, many] = [await sentOf(counter, 2, isByCard), await sentOf(counter, 10, isByCard)]
  figure('counter', `${name}: statements`, few.statements)
  figure('counter', `${name}: statements less than of 20 lines`, many.statements - few.statements)
  note(`${name}: round trips`, `${few['round trips']}`)
}

const sentOf = (counter: Counter, pairs: number, isByCard: boolean) =>
  sentBy(counter.stage, (origin) =>
    sells({ ...counter, client: new Client(origin, counter.client.token) }, pairs, isByCard),
  )

/** Who sells past the program, on one connection of its role. */
async function rawCounter({ stage, workshop }: Counter) {
  const { appUrl, groupId, shop, owner, parts } = stage
  const client = new pg.Client({ connectionString: appUrl, pipeline: true, options: '-c jit=off' })
  await client.connect()
  const { rows } = await owner.query<{ userId: number; locationId: number }>(
    `select (select min(id) from app_user where group_id = $1) as "userId",
      (select min(location_id) from stock_balance where group_id = $1 and warehouse_id = $2) as "locationId"`,
    [groupId, shop.warehouseId],
  )
  const { technicianId: employeeId, ...known } = workshop
  const { orgId, warehouseId, cashId: storeAccountId } = shop
  const desk = {
    ...known,
    ...(rows[0] as (typeof rows)[number]),
    groupId,
    orgId,
    warehouseId,
    storeAccountId,
    employeeId,
  }
  return { sells: () => sellRaw(client, desk, parts.slice(0, 2)), close: () => client.end() }
}
