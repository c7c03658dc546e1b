import {
  cardLiability,
  type CardLiabilityRow,
  cardMovements,
  packageProfit,
  packageUses,
} from '@chepu/contract/cards/card-report'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { addDays } from '@chepu/contract/kernel/calendar'
import { add, type Decimal, money, neg, sub } from '@chepu/contract/kernel/decimal'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher, newCard, newCardPackage, newCardType } from '../../../test/cards'
import { act } from '../../../test/desk'
import { issueAll } from '../../../test/issuing'
import { withdraw, worker } from '../../../test/people'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, workOff, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { post } from '../../kernel/ledgers'
import type { CardItemEntry, DocumentRef } from '../../kernel/ledgers/types'
import { repairDocuments } from '../../kernel/repair/repo'
import { startCardExpiry } from '../expiry/expiry'

let shop: Shop
let owner: Client
let workshop: Workshop
let cardId: number
const today = shanghaiDay()
/** Three months that do not end today. */
const sold = addDays(today, -95)
const recharged = addDays(today, -40)
const monthOf = (day: string) => day.slice(0, 7)

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  const typeId = await newCardType(shop, {
    valid_days: 365,
    recharge_rules: JSON.stringify([{ pay: '1000', gift: '60' }]),
  })
  const packageId = await newCardPackage(shop, {
    name: '制动套餐',
    salePrice: '500',
    valid_days: 200,
    lines: [
      { partId: shop.parts.pad, times: '2', listPrice: '250', allocPrice: '200', allocTotal: '400' },
      { partId: shop.parts.oil, times: '4', listPrice: '30', allocPrice: '25', allocTotal: '100' },
    ],
  })
  const shortId = await newCardPackage(shop, {
    name: '短期套餐',
    salePrice: '90',
    valid_days: 1,
    lines: [{ partId: shop.parts.oil, times: '3', listPrice: '30', allocPrice: '30', allocTotal: '90' }],
  })
  const cash = (amount: string) => [{ storeAccountId: shop.cashId, amount }]
  const { partnerId } = workshop
  const card = { partnerId, cardTypeId: typeId, bizDate: sold }
  cardId = await newCard(shop, owner, { ...card, principalChange: '1000', cardPackageId: packageId, paid: '1500' })
  await makeVoucher(
    owner,
    { purpose: 'recharge', partnerId, bizDate: recharged, cardId, principalChange: '500' },
    cash('500'),
  )
  await makeVoucher(
    owner,
    { purpose: 'package_sale', partnerId, bizDate: sold, cardId, cardPackageId: shortId },
    cash('90'),
  )
  const wrong = await makeVoucher(
    owner,
    { purpose: 'package_sale', partnerId, cardId, cardPackageId: packageId },
    cash('500'),
  )
  await act(owner, cardVoucher.routes, wrong, 'reverse', { reason: '录错' })
  await newCard(shop, owner, { ...card, bizDate: today, principalChange: '200' })
  const report = (fault: unknown) => console.error(fault)
  const job = startCardExpiry(shop.db, report, { now: () => new Date(`${today}T02:00:00+08:00`) })
  await job.look()
  await job.stop()
})
afterAll(() => shop.close())

const rows = async (query: object) => (await owner.call(cardLiability.list, { query })).rows
const purses = ['principal', 'gift', 'package'] as const
type Purse = (typeof purses)[number]

/** Opening + what came − what went − closing of a row. */
const gap = (row: CardLiabilityRow, purse: Purse): Decimal => {
  const figure = (of: string) => (row as unknown as Record<string, Decimal | undefined>)[purse + of] ?? '0'
  const came = add(figure('Opening'), figure('Added'), figure('Brought'))
  return money(sub(came, add(figure('Used'), figure('Refunded'), figure('Expired'), figure('Closing'))))
}

it('adds up from what was owed to what is owed, for a period and for each of its months', async () => {
  const [row, ...others] = await rows({ from: addDays(recharged, -1), to: today })
  expect(others).toEqual([])
  expect(row).toMatchObject({
    typeName: '金卡',
    month: null,
    opened: 1,
    principalOpening: '1000.00',
    principalAdded: '700.00',
    principalClosing: '1700.00',
    giftOpening: '60.00',
    giftAdded: '0.00',
    packageOpening: '590.00',
    // What was sold and taken back is no business.
    packageAdded: '0.00',
    packageExpired: '90.00',
    packageClosing: '500.00',
  })
  const monthly = await rows({ monthly: 'true', to: today })
  expect(new Set(monthly.map(({ month }) => month))).toContain(monthOf(sold))
  expect(monthly.at(-1)).toMatchObject({ principalOpening: '0.00', principalAdded: '1000.00', opened: 1 })
  for (const each of [...monthly, row as CardLiabilityRow])
    for (const purse of purses) expect([each.month, purse, gap(each, purse)]).toEqual([each.month, purse, '0.00'])
  const { count, sums } = await owner.call(cardLiability.totals, { query: { monthly: 'true', to: today } })
  expect(count).toBe(monthly.length)
  expect(sums).toMatchObject({
    principalOpening: '0.00',
    principalAdded: '1700.00',
    principalClosing: '1700.00',
    opened: '2',
  })
})

it('closes today with what the cards hold, and is made of the entries that it leads to', async () => {
  const [held] = await shop.sql(
    `select (select sum(principal) from card where group_id = $1) as principal_closing, (select sum(gift) from card where group_id = $1) as gift_closing,
      (select sum(value_left) from card_item where group_id = $1) as package_closing`,
  )
  const { sums } = await owner.call(cardLiability.totals, { query: {} })
  expect(sums).toMatchObject(held as object)
  const entries = await owner.call(cardMovements.totals, { query: {} })
  expect(entries.sums).toEqual({
    principal: sums['principalClosing'],
    gift: sums['giftClosing'],
    packageValue: sums['packageClosing'],
  })
  const expired = await owner.call(cardMovements.list, { query: { move: 'expired', cardType: '金' } })
  expect(expired.rows).toMatchObject([{ packageValue: '-90.00', times: '-3.0000', placeName: '测试配件店' }])
  expect((await rows({ cardType: '没有' })).length).toBe(0)
})

/** A settled order with material at 210.00 and labour that technicians have earned by, and lines that a package may cover. */
async function settledOrder() {
  const desk = settlingAt(shop, owner, workshop)
  const body = desk.workedBody()
  const { id } = await confirmedOrder(owner, body)
  await issueAll(shop, owner, id)
  await workOff(owner, workshop, id)
  const { header } = await owner.call(workOrder.routes.read, { params: { id } })
  const done = await act(owner, workOrder.routes, header, 'complete', { input: {} })
  const settled = await desk.settle(await desk.drafted(done))
  const { labour, materials } = await owner.call(repairSettlement.routes.read, { params: { id: settled.id } })
  return {
    id: settled.id,
    billNo: settled.billNo,
    labourId: labour[1]?.id as number,
    padId: materials[0]?.id as number,
  }
}

/** Puts what is left of packages to use for lines of a settlement; times and values are below zero. */
const use = (
  settlementId: number,
  entries: readonly { worth: string; lineId: number; times: string; value: string }[],
) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const doc = await repairDocuments.read(tx, repairSettlement.kind, settlementId)
    const cardItems: CardItemEntry[] = []
    for (const { worth, lineId, times, value } of entries) {
      const item = await tx.one<{ id: number }>({
        text: 'select id from card_item where group_id = $1 and card_id = $2 and value_sold = $3::numeric and sold_on = $4',
        values: [tx.groupId, cardId, worth, sold],
      })
      cardItems.push({ cardItemId: item?.id as number, docLineId: lineId, times, value })
    }
    await post(tx, doc as DocumentRef, { cardItems })
  })

/** Takes back what a settlement has used, as its undoing does. */
const takeBack = (settlementId: number) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const doc = await repairDocuments.read(tx, repairSettlement.kind, settlementId)
    const rows = await tx.query<CardItemEntry & { id: number }>({
      text: 'select id, card_item_id, doc_line_id, times, value from card_item_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3',
      values: [tx.groupId, repairSettlement.kind, settlementId],
    })
    const cardItems = rows.map(({ id, times, value, ...entry }) => ({
      ...entry,
      times: neg(times),
      value: neg(value),
      reversalOf: id,
    }))
    await post(tx, doc as DocumentRef, { cardItems })
  })

it('tells what packages have earned, with the material and the commission of the lines that they cover', async () => {
  const { id, billNo, labourId, padId } = await settledOrder()
  const [earned] = await shop.sql<{ amount: string }>(
    'select sum(amount) as amount from commission_entry where group_id = $1 and line_id = $2',
    labourId,
  )
  const commission = earned?.amount as string
  expect(commission).not.toBe('0.00')
  await use(id, [
    { worth: '400', lineId: padId, times: '-1', value: '-200' },
    { worth: '100', lineId: labourId, times: '-1', value: '-25' },
  ])
  const { rows: packages } = await owner.call(packageProfit.list, { query: {} })
  const ofMonth = { month: monthOf(sold), sold: 1 }
  expect(packages.toSorted((a, b) => a.soldValue.localeCompare(b.soldValue))).toMatchObject([
    {
      ...ofMonth,
      packageName: '制动套餐',
      soldValue: '500.00',
      usedTimes: '2.0000',
      usedValue: '225.00',
      leftValue: '275.00',
      materialCost: '210.00',
      commission,
      profit: '15.00',
      profitAfterCommission: money(sub('15', commission)),
    },
    {
      ...ofMonth,
      packageName: '短期套餐',
      soldValue: '90.00',
      expiredValue: '90.00',
      leftValue: '0.00',
      profit: '90.00',
    },
  ])
  const [{ from, to } = { from: '', to: '' }] = packages
  const uses = await owner.call(packageUses.list, { query: { package: '制动', from, to, sort: 'value' } })
  expect(uses.rows).toMatchObject([
    { billNo, times: '1.0000', value: '25.00', materialCost: '0.00', commission, soldOn: sold, move: 'used' },
    { billNo, times: '1.0000', value: '200.00', materialCost: '210.00', commission: '0.00', plate: '京A88888' },
  ])
  expect((await owner.call(packageUses.list, { query: { move: 'expired' } })).rows).toMatchObject([{ value: '90.00' }])
  // What one line is covered with by two packages bears its cost by times.
  await use(id, [{ worth: '100', lineId: padId, times: '-3', value: '-75' }])
  const shared = await owner.call(packageUses.list, { query: { package: '制动', sort: '-materialCost' } })
  expect(shared.rows.map(({ materialCost }) => materialCost)).toEqual(['157.50', '52.50', '0.00'])
  await takeBack(id)
  expect((await owner.call(packageUses.list, { query: { move: 'used' } })).rows).toEqual([])
})

it('hides cost, profit and commission from who may not see them', async () => {
  const boss = await worker(shop, 'owner')
  await withdraw(shop, boss, { fields: ['commission'] })
  const { rows: without } = await boss.client.call(packageProfit.list, { query: {} })
  expect(without[0]).toMatchObject({ profit: expect.any(String), materialCost: expect.any(String) })
  expect(Object.keys(without[0] as object)).not.toEqual(expect.arrayContaining(['commission', 'profitAfterCommission']))
  const { sums } = await boss.client.call(packageProfit.totals, { query: {} })
  expect(sums).not.toHaveProperty('profitAfterCommission')
  await withdraw(shop, boss, { fields: ['gross_profit', 'cost_price'] })
  const hidden = (await boss.client.call(packageProfit.list, { query: {} })).rows[0]
  expect(hidden).not.toHaveProperty('profit')
  expect(hidden).not.toHaveProperty('materialCost')
})
