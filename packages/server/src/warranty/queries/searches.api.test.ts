// The four searches of 三包 through HTTP: what became of a bill stage by stage, and that all of them add up to the same.
import { add, money, sumOf } from '@chepu/contract/kernel/decimal'
import { writeOff } from '@chepu/contract/finance/write-off'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { oldParts } from '@chepu/contract/warranty/old-part'
import {
  type BillFilters,
  warrantyByBill,
  warrantyByItem,
  warrantyByManufacturer,
  warrantyByPart,
  warrantySectionSums,
  warrantyWaitingSums,
} from '@chepu/contract/warranty/searches'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt, type Word } from '../../../test/claims'
import { act, post, save } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { openClaims } from '../../../test/settled-claims'
import type { Client } from '../../../test/shop'
import { warrantyOf } from '../../../test/warranty'
import { addDays } from '../../kernel/base/calendar'

let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
})
afterAll(() => station.shop.close())

const paging = { page: 1, rows: 200 }
const billsAt = async (query: BillFilters = {}) =>
  (await owner.call(warrantyByBill.list, { query: { ...paging, ...query } as never })).rows
const rowOf = async (id: number) => (await billsAt()).find((row) => row.id === id)
const settle = (billIds: readonly number[], deductions: readonly object[] = []) =>
  post(owner, warrantySettlement.routes, {
    header: { bizDate: today, partnerId: station.makerId },
    bills: billIds.map((billId) => ({ billId })),
    deductions,
  } as never)
const kept = (amount: string, more: object = {}) => ({ deduction: 'sampling', amount, reason: '抽检', ...more })

it('tells every stage of a bill, and what of its settlement was kept back and paid', async () => {
  const waiting = await station.approved()
  expect(await rowOf(waiting.id)).toMatchObject({
    state: 'approved',
    claimed: '1120.00',
    confirmed: null,
    open: '1120.00',
    age: 0,
    repairedOn: today,
    claimedOn: null,
  })
  const [first, second] = [await station.agreed(), await station.free('300')]
  expect(await rowOf(first.id)).toMatchObject({
    state: 'part_confirmed',
    confirmed: '850.00',
    rejected: '270.00',
    open: '850.00',
    claimedOn: today,
    confirmedOn: today,
    settledOn: null,
  })
  // 1 150.00 was agreed to. Of 10.00 that is kept back of both, 850/1150 are 7.39; with 50.00 of the first 1 090.00 are owed: 792.61 and 297.39.
  const settlement = await settle([first.id, second.id], [kept('50', { billId: first.id }), kept('10')])
  expect(await rowOf(first.id)).toMatchObject({
    state: 'settled',
    settled: '850.00',
    deducted: '57.39',
    open: '792.61',
  })
  // Of 500.00 the first gets 792.61/1090.
  await station.collect(settlement.id, '500.00')
  expect(await rowOf(first.id)).toMatchObject({ collected: '363.58', open: '429.03', collectedOn: null })
  expect(await rowOf(second.id)).toMatchObject({ deducted: '2.61', collected: '136.42', open: '160.97' })
  await station.collect(settlement.id, '590.00')
  const paid = { settledOn: today, collectedOn: today, open: '0.00', age: null, daysToCollect: 0 }
  expect(await rowOf(first.id)).toMatchObject({ collected: '792.61', ...paid })
  expect(await rowOf(second.id)).toMatchObject({ collected: '297.39', ...paid })
})

it('tells money apart from what was given up or taken over by others, which add up to what is settled', async () => {
  const [first, second] = [await station.agreed(), await station.free('300')]
  const settlement = await settle([first.id, second.id])
  const { collected, moved } = station.clearing(settlement.id)
  await collected('100', '20.01')
  await moved('bad_debt', '60')
  const transfer = await moved('transfer', '60', { payerId: station.workshop.partnerId })
  // Of 100.00 the first gets 850/1150; of 140.01 what it owes after that: 776.09/1050.00.
  expect(await rowOf(first.id)).toMatchObject({
    collected: '73.91',
    waived: '103.49',
    open: '672.60',
    collectedOn: null,
  })
  expect(await rowOf(second.id)).toMatchObject({
    collected: '26.09',
    waived: '36.52',
    open: '237.39',
    collectedOn: null,
  })
  await act(owner, writeOff.routes, transfer, 'reverse')
  // Of 1 069.99, and of 80.01 what is left.
  await station.collect(settlement.id, '969.99')
  const paid = { open: '0.00', collectedOn: today }
  expect(await rowOf(first.id)).toMatchObject({ collected: '790.86', waived: '59.14', ...paid })
  expect(await rowOf(second.id)).toMatchObject({ collected: '279.13', waived: '20.87', ...paid })
  const given = await station.free('60')
  const lost = station.clearing((await settle([given.id])).id)
  await lost.moved('bad_debt', '60')
  expect(await rowOf(given.id)).toMatchObject({ collected: '0.00', waived: '60.00', open: '0.00', collectedOn: null })
  await lost.moved('bad_debt_back', '25')
  expect(await rowOf(given.id)).toMatchObject({ collected: '0.00', waived: '35.00', open: '25.00', collectedOn: null })
})

it('sums work by item, and blanks what cannot be divided', async () => {
  const name = '三包检修甲'
  const labour = (price: string) => ({ name, pricingMode: 'hours', stdHours: '1.5', price })
  const { completePart, makerId } = await warrantyOf(station.shop)
  const header = { bizDate: today, partnerId: station.workshop.partnerId, manufacturerId: makerId, ...completePart }
  const bill = await save(owner, warrantyBill.routes, { header, labour: [labour('80'), labour('100')] } as never)
  await act(owner, warrantyBill.routes, bill, 'approve')
  await station.answered(bill, [{ amount: '120' }, { amount: '0', reason: '重复' }])
  const itemsOf = async (item: string) =>
    (await owner.call(warrantyByItem.list, { query: { ...paging, item } })).rows.map((row) => [
      row.name,
      row.hours,
      row.rate,
      row.times,
      row.claimed,
      row.confirmed,
      row.passRate,
    ])
  expect(await itemsOf('检修甲')).toEqual([[name, '1.5000', '90.00', 2, '270.00', '120.00', '0.4444']])
})

it('finds a bill by its fee as by its work', async () => {
  const fees = { extras: [{ name: '高速拖车乙', qty: '1', price: '90' }] }
  const { completePart, makerId } = await warrantyOf(station.shop)
  const header = { bizDate: today, partnerId: station.workshop.partnerId, manufacturerId: makerId, ...completePart }
  const bill = await save(owner, warrantyBill.routes, { header, ...fees } as never)
  await act(owner, warrantyBill.routes, bill, 'approve')
  const query = { item: '拖车乙' }
  expect((await owner.call(warrantyByBill.list, { query: { ...paging, ...query } })).rows.map(({ id }) => id)).toEqual([
    bill.id,
  ])
  expect(await owner.call(warrantyByBill.totals, { query })).toMatchObject({ count: 1 })
})

it('tells of parts what failed again in the same car, and where the old ones are', async () => {
  const { complete, makerId } = await warrantyOf(station.shop)
  const { partnerId, vehicleId } = station.workshop
  const failed = async (repairedOn: string, invoicedOn: string) => {
    const header = {
      bizDate: today,
      partnerId,
      vehicleId,
      manufacturerId: makerId,
      ...complete,
      repairedOn,
      invoicedOn,
    }
    const body = {
      header,
      materials: [{ partId: station.shop.parts.oil, qty: '1', price: '50', returnsOldPart: true }],
    }
    const bill = await save(owner, warrantyBill.routes, body as never)
    return act(owner, warrantyBill.routes, bill, 'approve')
  }
  const bought = addDays(today, -400)
  await failed(addDays(today, -300), bought)
  await failed(addDays(today, -100), bought)
  const last = await failed(today, bought)
  const { rows } = await owner.call(warrantyByPart.list, { query: paging })
  expect(rows.find(({ partId }) => partId === station.shop.parts.oil)).toMatchObject({
    qty: '3.0000',
    claimed: '150.00',
    confirmed: '0.00',
    faults: '离合器打滑×3',
    repeats: 1,
    returned: 0,
    waiting: 3,
    missing: 0,
  })
  const tags = await owner.call(oldParts.list, { query: { ...paging, billId: last.id } })
  expect(tags.rows).toHaveLength(1)
})

/** Repeatable numbers below a bound. */
function dice(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % below
  }
}

/** Bills of two manufacturers, in part answered, contested, settled and paid. */
async function randomBills(otherId: number): Promise<void> {
  const roll = dice(20_261_128)
  const warranty = await warrantyOf(station.shop)
  const { partnerId } = station.workshop
  const cents = (most: number) => `${roll(most)}.${String(roll(100)).padStart(2, '0')}`
  for (let i = 0; i < 10; i += 1) {
    const makerId = i % 3 === 0 ? otherId : station.makerId
    const completePart = { ...warranty.completePart, ...(makerId === otherId && { faultCodeId: null }) } as never
    const claims = claimingAt(owner, { ...warranty, makerId, completePart }, partnerId)
    const amounts = [cents(900), cents(500), cents(90)]
    const bill = await claims.bill(amounts, i % 2 ? station.shop.parts.pad : station.shop.parts.oil, {
      bizDate: addDays(today, -(i % 4)),
      repairedOn: addDays(today, -(i % 4)),
    })
    if (roll(4) === 0) continue
    const claim = await claims.sent([bill.id])
    if (roll(4) === 0) continue
    const words: Word[] = [{ amount: '0', reason: '不符' }, { amount: amounts[1] as string }]
    const answer = await claims.confirmed(claim.id, words)
    if (roll(2) === 0) {
      const { verdicts } = await owner.call(claimConfirmation.routes.read, { params: { id: answer.id } })
      const billLineIds = [verdicts[0]?.billLineId as number]
      await act(owner, claimConfirmation.routes, answer, 'appeal', { input: { billLineIds } })
      if (roll(2) === 0) continue
      await claims.confirmed(claim.id, [{ amount: '1.23', reason: '部分同意' }])
    }
    if (makerId === otherId) continue
    const settlement = await settle([bill.id], [kept('0.50')])
    if (roll(2) === 0) await station.collect(settlement.id, '1.00')
    else await station.clearing(settlement.id).moved('bad_debt', '0.25')
  }
}

it('comes to the same by bill, by work, parts and fees, and by manufacturer, which is what manufacturers owe', async () => {
  const otherId = await newPartner(station.shop, '另一厂家', 4)
  await randomBills(otherId)
  const cuts: BillFilters[] = [
    {},
    { manufacturerId: otherId },
    { manufacturerId: station.makerId },
    { from: addDays(today, -2), to: addDays(today, -1) },
    { state: 'settled,part_confirmed' },
    { manufacturerId: station.makerId, from: addDays(today, -1) },
  ]
  for (const cut of cuts) {
    const query = { ...cut } as never
    const of = async (list: typeof warrantyByBill.totals) => (await owner.call(list, { query })).sums
    const bills = await of(warrantyByBill.totals)
    const items = await of(warrantyByItem.totals as never)
    const parts = await of(warrantyByPart.totals as never)
    const makers = await of(warrantyByManufacturer.totals as never)
    const months = (await owner.call(warrantyByManufacturer.totals, { query: { ...cut, monthly: 'true' } as never }))
      .sums
    const sums = await owner.call(warrantySectionSums, { query })
    const rows = await billsAt(cut)
    for (const figure of ['claimed', 'confirmed'] as const) {
      const whole = bills[figure] as string
      const added = money(add(add(items[figure] ?? '0', parts[figure] ?? '0'), sums.extras[figure] ?? '0'))
      expect([figure, added, makers[figure], months[figure], sums.bills[figure]]).toEqual([
        figure,
        whole,
        whole,
        whole,
        whole,
      ])
      expect([sums.labour[figure], sums.materials[figure]]).toEqual([items[figure], parts[figure]])
      expect(money(sumOf(rows, (row) => row[figure] ?? '0'))).toBe(whole)
    }
    for (const figure of ['rejected', 'deducted', 'settled', 'collected', 'waived', 'open'] as const) {
      expect([figure, makers[figure], months[figure]]).toEqual([figure, bills[figure], bills[figure]])
      expect([figure, money(sumOf(rows, (row) => row[figure] ?? '0'))]).toEqual([figure, bills[figure]])
    }
    expect(money(add(makers['awaiting'] ?? '0', makers['unpaid'] ?? '0'))).toBe(makers['open'])
  }
  const { rows } = await owner.call(warrantyByManufacturer.list, { query: paging })
  for (const { manufacturerId, awaiting = '0', unpaid = '0' } of rows) {
    const [owed] = await station.shop.sql<{ balance: string }>(
      `select sum(balance) as balance from open_item where group_id = $1 and side = 'AR' and tab = 'warranty' and partner_id = $2`,
      manufacturerId,
    )
    expect(money(add(awaiting, unpaid))).toBe(owed?.balance)
  }
})

it('says beside them what nobody has approved', async () => {
  const query = { manufacturerId: await newPartner(station.shop, '未审核厂家', 4) }
  const waiting = (more: object = {}) => owner.call(warrantyWaitingSums, { query: { ...query, ...more } as never })
  expect(await waiting()).toEqual({ count: 0, claimed: '0.00' })
  const { completePart } = await warrantyOf(station.shop)
  const header = { bizDate: today, partnerId: station.workshop.partnerId, ...query, ...completePart, faultCodeId: null }
  const labour = (price: string) => [{ name: '检查', pricingMode: 'fixed', price }]
  const drafted = (price: string) =>
    save(owner, warrantyBill.routes, { header: { ...header, complaint: '异响' }, labour: labour(price) } as never)
  const bill = await drafted('9000')
  await drafted('310')
  expect(await waiting()).toEqual({ count: 2, claimed: '9310.00' })
  expect(await waiting({ to: addDays(today, -1) })).toEqual({ count: 0, claimed: '0.00' })
  await act(owner, warrantyBill.routes, bill, 'approve')
  expect(await waiting()).toEqual({ count: 1, claimed: '310.00' })
})

it('counts what waits on the home page as the lists that it opens do', async () => {
  const { tasks } = await owner.call(dashboard, {})
  const counted = (title: string) => tasks.find((task) => task.title === title)?.count
  const stateIs = async (...states: string[]) => (await billsAt({ state: states.join() })).length
  expect(counted('待结算三包单')).toBe(await stateIs('confirmed', 'part_confirmed', 'rejected'))
  const { count } = await owner.call(warrantyClaim.routes.totals, { query: { state: 'sent' } })
  expect(counted('待厂家答复索赔单')).toBe(count || undefined)
})

it('refuses a state that bills do not have', async () => {
  const query = { ...paging, state: 'settled,nonsense' } as never
  const refused = await owner.ask(warrantyByBill.list, { query })
  expect([refused.status, refused.errors?.[0]?.path]).toEqual([400, 'state'])
})

it('shows no money to who may not see it, and nothing without the right to bills', async () => {
  const clerk = await worker(station.shop, 'owner')
  await withdraw(station.shop, clerk, { fields: ['doc_price'] })
  const [bill] = (await clerk.client.call(warrantyByBill.list, { query: paging })).rows
  expect(bill).not.toHaveProperty('claimed')
  expect((await clerk.client.call(warrantyByBill.totals, { query: {} })).sums).toEqual({})
  expect(await clerk.client.call(warrantySectionSums, { query: {} })).toEqual({
    labour: {},
    materials: {},
    extras: {},
    bills: {},
  })
  expect(await clerk.client.call(warrantyWaitingSums, { query: {} })).toEqual({ count: expect.any(Number) })
  const keeper = await station.shop.signIn('store_keeper')
  const calls = [warrantyByBill, warrantyByItem, warrantyByManufacturer, warrantyByPart].flatMap((query) => [
    keeper.ask(query.list as typeof warrantyByBill.list, { query: paging }),
    keeper.ask(query.totals, { query: {} }),
    keeper.ask(query.export as typeof warrantyByBill.export, { body: {} as never }),
  ])
  const answers = await Promise.all([
    ...calls,
    keeper.ask(warrantySectionSums, { query: {} }),
    keeper.ask(warrantyWaitingSums, { query: {} }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
})
