import { sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { reservationParts } from '@chepu/contract/repair/reservation-day'
import { workOrder } from '@chepu/contract/repair/work-order'
import { readBell } from '@chepu/contract/shell/bell'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockReservations } from '@chepu/contract/warehouse/stock-inquiry'
import { createRandom } from '../../../../../db/demo/random'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { act, post, type Saved, save, trySave } from '../../../test/desk'
import { assertBooks, type Client, openShop, type Shop } from '../../../test/shop'
import { appointmentBody, confirmedOrder, orderBody, todayAt, type Workshop, workshopOf } from '../../../test/workshop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { startNoShow } from './no-show'

const { routes } = reservation
const today = shanghaiDay()
let shop: Shop
let owner: Client
let workshop: Workshop
beforeEach(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
// Closing the shop checks every invariant of the books.
afterEach(() => shop.close())

/** So many filters come in. */
const comes = (qty: string) =>
  post(owner, otherIn.routes, {
    header: { bizDate: today, warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [{ partId: shop.parts.filter, qty, price: '20' }],
  } as never)
/** An appointment that wants filters held. */
const body = (qty: string, header: object = {}) => {
  const made = appointmentBody(shop, workshop)
  const materials = [{ partId: shop.parts.filter, qty, price: '45', labourNo: 1 }]
  return { ...made, materials, header: { ...made.header, warehouseId: shop.warehouseId, holdsParts: true, ...header } }
}
const booked = async (qty: string, header: object = {}): Promise<Saved> =>
  act(owner, routes, await save(owner, routes, body(qty, header)), 'confirm')
/** An order of the desk that wants filters. */
const ordered = (qty: string) =>
  confirmedOrder(owner, { ...orderBody(shop, workshop), materials: [{ partId: shop.parts.filter, qty, price: '45' }] })
/** What each document holds of the filter and still waits for, by kind and id. */
const heldBy = async ({ id }: { id: number }, kind: string) => {
  const { rows } = await owner.call(stockReservations, { query: { partId: shop.parts.filter } } as never)
  const own = rows.filter((row) => row.sourceKind === kind && row.sourceId === id)
  return own.map(({ heldQty, backorderQty }) => `${trimZeros(heldQty)} + ${trimZeros(backorderQty)}`).join(', ')
}
const receptionOf = async ({ id }: { id: number }) => {
  const related = await owner.call(routes.related, { params: { id } })
  const made = related.find(({ kind }) => kind === reception.kind)
  return (await owner.call(reception.routes.read, { params: { id: made?.id as number } })).header
}
const converted = async (of: Saved, how: 'toOrder' | 'toQuote') => {
  await act(owner, routes, of, 'arrive')
  const input = how === 'toOrder' ? { method: 'phone', by: '车主甲' } : {}
  const came = await receptionOf(of)
  await act(owner, reception.routes, came as never, how, { input })
  const related = await owner.call(reception.routes.related, { params: { id: came.id } })
  return related.find(({ kind }) => kind === workOrder.kind) as { id: number }
}

it('holds what it plans once it is confirmed, follows its lines, and lets go when it is cancelled', async () => {
  await comes('5')
  const saved = await save(owner, routes, body('3'))
  expect(await shop.books.held(shop.parts.filter)).toBe('0 + 0')
  const sure = await act(owner, routes, saved, 'confirm')
  expect(await heldBy(sure, 'reservation')).toBe('3 + 0')
  const { materials, header, labour } = await owner.call(routes.read, { params: { id: sure.id } })
  const lines = materials.map((line) => ({ ...line, qty: '4', labourNo: 1 }))
  const changed = await save(owner, routes, {
    id: sure.id,
    version: header.version,
    header,
    labour,
    materials: lines,
  } as never)
  // What it wants more has a place in the queue of its own.
  expect(await heldBy(sure, 'reservation')).toBe('3 + 0, 1 + 0')
  const late = await ordered('2')
  expect(await heldBy(late, 'work_order')).toBe('1 + 1')
  await act(owner, routes, changed, 'cancel')
  expect(await heldBy(sure, 'reservation')).toBe('')
  expect(await heldBy(late, 'work_order')).toBe('2 + 0')
})

it('waits for what is short, and tells its adviser when it came', async () => {
  const adviser = await shop.signIn('adviser')
  const [clerk] = await shop.sql<{ id: number }>(`select max(id) as id from employee where group_id = $1`)
  const sure = await booked('2', { salespersonId: clerk?.id })
  expect(await heldBy(sure, 'reservation')).toBe('0 + 2')
  await comes('2')
  expect(await heldBy(sure, 'reservation')).toBe('2 + 0')
  const { news } = await adviser.call(readBell)
  expect(news[0]?.message).toBe(
    `预约单 ${sure.billNo}（京A88888）等待的配件 [04152-YZZA1] 机油滤清器 到货 2，已为其占用`,
  )
})

it('passes what it holds to its order, before all who have waited', async () => {
  await comes('4')
  const sure = await booked('3')
  const other = await ordered('3')
  expect(await heldBy(other, 'work_order')).toBe('1 + 2')
  const order = await converted(sure, 'toOrder')
  expect(await heldBy(sure, 'reservation')).toBe('')
  expect(await heldBy(order, 'work_order')).toBe('3 + 0')
  expect(await heldBy(other, 'work_order')).toBe('1 + 2')
  await assertBooks(shop.db, shop.groupId)
})

it('lets go for an offer, to which nobody has agreed yet', async () => {
  await comes('3')
  const sure = await booked('3')
  const other = await ordered('2')
  const offer = await converted(sure, 'toQuote')
  expect(await heldBy(offer, 'work_order')).toBe('')
  expect(await heldBy(other, 'work_order')).toBe('2 + 0')
})

it('is cancelled, and lets go, when the car leaves unrepaired', async () => {
  await comes('3')
  const sure = await booked('3')
  await act(owner, routes, sure, 'arrive')
  const came = await receptionOf(sure)
  await act(owner, reception.routes, came as never, 'leave', { reason: '客户嫌贵' })
  const { header } = await owner.call(routes.read, { params: { id: sure.id } })
  expect(header).toMatchObject({ state: 'cancelled', reason: `${came.billNo} 离厂：客户嫌贵` })
  expect(await shop.books.held(shop.parts.filter)).toBe('0 + 0')
})

it('lets go when nobody came, by hand or by night', async () => {
  await comes('4')
  const yesterday = { expectedAt: todayAt('15:00', addDays(today, -1)) }
  const [late, later] = [await booked('2', yesterday), await booked('1', yesterday)]
  const now = await booked('1')
  const report = (error: unknown) => {
    throw error
  }
  const job = startNoShow(shop.db, report, { now: () => new Date(todayAt('01:00')) })
  await job.look()
  await job.stop()
  expect([await heldBy(late, 'reservation'), await heldBy(later, 'reservation')]).toEqual(['', ''])
  expect(await heldBy(now, 'reservation')).toBe('1 + 0')
  await act(owner, routes, now, 'noShow')
  expect(await shop.books.held(shop.parts.filter)).toBe('0 + 0')
})

it('says of each part what is free for it, to who views the warehouse', async () => {
  await comes('5')
  const sure = await booked('3')
  await ordered('1')
  const asked = async (client: Client, more: object = {}) => {
    const query = { warehouseId: String(shop.warehouseId), parts: `${shop.parts.filter},${shop.parts.pad}`, ...more }
    const { rows } = await client.call(reservationParts, { query } as never)
    return rows.map(({ partId, available, held }) => [partId, available, held])
  }
  expect(await asked(owner)).toEqual([[shop.parts.filter, '1.0000', '0.0000']])
  expect(await asked(owner, { except: String(sure.id) })).toEqual([[shop.parts.filter, '4.0000', '3.0000']])
  expect(await asked(owner, { warehouseId: '999999' })).toEqual([])
  expect((await (await shop.signIn('technician')).ask(reservationParts, { query: {} } as never)).status).toBe(403)
})

it('lets go of what it holds when a desk makes its order without the customer having agreed', async () => {
  await comes('5')
  const sure = await booked('5')
  expect(await heldBy(sure, 'reservation')).toBe('5 + 0')
  const { header } = orderBody(shop, workshop)
  await save(owner, workOrder.routes, { header: { ...header, reservationId: sure.id } })
  expect(await heldBy(sure, 'reservation')).toBe('')
})

it('refuses to hold without a warehouse, or in one that is not ours', async () => {
  expect((await trySave(owner, routes, body('1', { warehouseId: null }))).errors).toEqual([
    { path: 'header.warehouseId', message: '预留配件请选择备件仓库' },
  ])
  expect((await trySave(owner, routes, body('1', { warehouseId: 999_999 }))).errors?.[0]?.path).toBe(
    'header.warehouseId',
  )
  const plain = await booked('1', { holdsParts: false })
  expect(await heldBy(plain, 'reservation')).toBe('')
})

it.each([1, 2, 3])(
  'never holds more than there is, nor twice, whatever happens, seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom('appointments', seed)
    let waiting: Saved[] = []
    const end = async (how: (of: Saved) => Promise<unknown>) => {
      if (waiting.length === 0) return
      const one = random.pick(waiting)
      waiting = waiting.filter((each) => each !== one)
      await how(one)
    }
    const steps: readonly (() => Promise<unknown>)[] = [
      async () => waiting.push(await booked(random.pick(['1', '2', '3']))),
      async () => waiting.push(await booked(random.pick(['1', '2', '4']))),
      () => comes(random.pick(['1', '2'])),
      () => ordered(random.pick(['1', '2'])),
      () => end((of) => act(owner, routes, of, random.pick(['cancel', 'noShow'] as const))),
      () => end((of) => converted(of, random.pick(['toOrder', 'toQuote'] as const))),
    ]
    for (let step = 0; step < 24; step += 1) {
      await random.pick(steps)()
      const [pool] = await shop.sql<{ qty: string }>(
        'select coalesce(sum(qty), 0)::text as qty from stock_cost where group_id = $1 and part_id = $2',
        shop.parts.filter,
      )
      const live = await shop.sql<{ held: string; waits: string; source: string }>(
        `select (qty - released_qty - backorder_qty)::text as held, backorder_qty::text as waits, source_kind || source_line_id as source
        from stock_reservation where group_id = $1 and part_id = $2 and is_live`,
        shop.parts.filter,
      )
      const free = sub(
        pool?.qty ?? '0',
        sumOf(live, ({ held }) => held),
      )
      const waits = sumOf(live, (each) => each.waits)
      expect(Number.parseInt(free, 10)).toBeGreaterThanOrEqual(0)
      // Nobody waits while something is free, and no line holds by two reservations.
      expect([step, trimZeros(free) === '0' || trimZeros(waits) === '0']).toEqual([step, true])
      expect(new Set(live.map(({ source }) => source)).size).toBe(live.length)
      expect(live.filter(({ source }) => source.startsWith('reservation')).length).toBe(waiting.length)
    }
    await assertBooks(shop.db, shop.groupId)
  },
)
