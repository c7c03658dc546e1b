// 会员卡统计 by hand: two shops, every way in which something comes onto cards and leaves them, over the border of a month (business/cards 9).
import { type CardLiabilityRow, cardLiability, cardMovements, packageProfit } from '@chepu/contract/cards/card-report'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { add, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCardExpiry } from '../src/cards/expiry/expiry'
import { type Imports, openImports, xlsx } from '../src/imports/importing.fixture'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { makeVoucher, newCard, newCardPackage, newCardType } from './cards'
import { act } from './desk'
import { newAccount } from './finance'
import { assign, openBranch, worker } from './people'
import { maintenanceItem, settlingAt, stockParts } from './settling'
import { type Client, type Shop } from './shop'
import { dispatched, type Workshop, workshopOf } from './workshop'

const today = shanghaiDay()
/** The border of months: the last day of the former one, and the first day of this one. */
const begin = `${today.slice(0, 7)}-01`
const end = addDays(begin, -1)
const long = addDays(today, -100)
const monthOf = (day: string) => day.slice(0, 7)

let imports: Imports
let shop: Shop
let owner: Client
let branch: Client
/** Works in both shops, and sees the figures of both. */
let boss: Client
let branchId: number
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let serviceItemId: number
/** Cards: 短卡 and 金卡 of the shop, 金卡 of the branch. */
let [short, gold, theirs] = [0, 0, 0]

beforeAll(async () => {
  imports = await openImports()
  ;({ shop, owner } = imports)
  workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
  branchId = (await openBranch(shop)).orgId
  // What the branch owes because of its cards it pays at 0.8.
  await shop.sql(
    `update org set config = config || '{"cardSettleRate": "0.8", "backdateDays": 300}' where group_id = $1 and id = $2`,
    branchId,
  )
  branch = await shop.signIn('owner', branchId)
  const both = await worker(shop, 'owner')
  await assign(shop, both.userId, branchId, ['owner'])
  boss = both.client
  await trade()
})
afterAll(() => imports.close())

/** Everything that the tables below count. What is paid by no account is owed: it is nothing to what stands on cards. */
async function trade(): Promise<void> {
  const { partnerId } = workshop
  serviceItemId = await maintenanceItem(shop, workshop)
  const rule = { recharge_rules: JSON.stringify([{ pay: '1000', gift: '60' }]) }
  const shortType = await newCardType(shop, { name: '短卡', valid_days: 30, ...rule })
  const goldType = await newCardType(shop, { name: '金卡', ...rule })
  const service = (times: string, price: string, total: string) => {
    const worth = { allocPrice: price, allocTotal: total }
    return { serviceItemId, times, listPrice: '120', ...worth }
  }
  const pads = { partId: shop.parts.pad, times: '2', listPrice: '380', allocPrice: '130', allocTotal: '260' }
  const lines = [service('3', '80', '240'), pads]
  const whole = await newCardPackage(shop, { name: '保养套餐', salePrice: '500', lines })
  const wash = { name: '短期套餐', salePrice: '90', valid_days: 30, lines: [service('3', '30', '90')] }
  const small = await newCardPackage(shop, wash)
  const charge = { purpose: 'recharge', partnerId, paid: '0' } as const

  // 1 Long ago: 短卡, 1 000.00 + 60.00, with a package of 90.00, of which one use of 30.00 is taken at once.
  const onShort = { partnerId, bizDate: long, cardTypeId: shortType, cardPackageId: small, principalChange: '1000' }
  short = await newCard(shop, owner, { ...onShort, paid: '1090' })
  await billed(long, [serviceLine()], { uses: [{ of: short, times: '1' }] })

  // 2 The last day of the former month: 金卡 in both shops with a package of 500.00 each; 150.00 is paid by the own one.
  const onGold = { partnerId, bizDate: end, cardTypeId: goldType, cardPackageId: whole }
  gold = await newCard(shop, owner, { ...onGold, principalChange: '1000', paid: '1500' })
  theirs = await newCard(shop, branch, { ...onGold, principalChange: '600', paid: '0' })
  const former = await billed(end, [desk.labour('钣金', '150')], { card: { cardId: gold, amount: '150' } })

  // 3 The first day of this one: the branch's card is charged 1 000.00 + 60.00 here, and pays 200.00 here.
  await makeVoucher(owner, { ...charge, bizDate: begin, cardId: theirs, principalChange: '1000' } as never)
  const across = await billed(begin, [desk.labour('喷漆', '200')], { card: { cardId: theirs, amount: '200' } })

  // 4 Today: packages of both shops cover work that a technician did, and a part; a second part comes back.
  await billed(today, [serviceLine()], { uses: [{ of: theirs, times: '1' }], isWorked: true })
  const pad = () => ({ partId: shop.parts.pad, qty: '1', price: '380' })
  await billed(today, [], { materials: [pad()], uses: [{ of: gold, times: '1' }] })
  const returned = await billed(today, [], { materials: [pad()], uses: [{ of: gold, times: '1' }] })
  const ofPad = { sourceLineId: returned.materials[0]?.id, qty: '1', isRestocked: true }
  await desk.refund(returned.id, [], { materials: [ofPad] })

  // 5 Money of both cards comes back: 90.00 and 50.00.
  const back = (bill: Billed, refundAmount: string) =>
    desk.refund(bill.id, [{ sourceLineId: bill.labour[0]?.id, qty: '0', refundAmount }])
  await back(former, '90')
  await back(across, '50')

  // 6 A card that is opened, charged, used for 300.00 and given back for 800.00 less 50.00; its granted money is gone.
  const closed = await newCard(shop, owner, { partnerId, cardTypeId: goldType, principalChange: '1000' })
  const cash = (amount: string, storeAccountId = shop.cashId) => [{ storeAccountId, amount }]
  await makeVoucher(owner, { purpose: 'recharge', partnerId, cardId: closed, principalChange: '100' }, cash('100'))
  await billed(today, [desk.labour('轮胎', '300')], { card: { cardId: closed, amount: '300' } })
  const payee = {
    payeeName: '车主甲',
    payeeBank: '工行',
    payeeAccount: '6222000000000000',
    payeeIdNo: '11010519491231002X',
  }
  const bankId = await newAccount(shop, '工行', 'bank', '10000')
  const refund = { purpose: 'refund_card', partnerId, cardId: closed, penalty: '50', ...payee } as const
  await makeVoucher(owner, refund, cash('750', bankId))

  // 7 A card of before: 400.00 + 20.00 and two uses of 100.00 together.
  const header = ['卡号*', '卡类型', '客户名', '本金', '赠金', '套餐', '套餐项目', '剩余次数', '剩余金额']
  const sheet = await xlsx(header, ['OLD-1', '金卡', 'K00088', '400', '20', '旧套餐', '保养', '2', '100'])
  expect((await imports.run('card', sheet)).data).toMatchObject({ imported: true, added: 1 })

  // 8 The shop sells a package onto the branch's card. What is taken back again is no business.
  const sale = { purpose: 'package_sale', partnerId, cardId: theirs, cardPackageId: small } as const
  await makeVoucher(owner, sale, cash('90'))
  const wrong = await makeVoucher(owner, { ...refundless(gold), principalChange: '1000' }, cash('1000'))
  await act(owner, cardVoucher.routes, wrong, 'reverse', { reason: '录错' })
  const mistaken = await makeVoucher(owner, { ...sale, cardId: gold, cardPackageId: whole }, cash('500'))
  await act(owner, cardVoucher.routes, mistaken, 'reverse', { reason: '录错' })

  // 9 At night the granted money of 短卡 is gone, and what was left of its package.
  const now = () => new Date(`${today}T02:00:00+08:00`)
  const job = startCardExpiry(shop.db, (fault) => console.error(fault), { now })
  await job.look()
  await job.stop()
}

const refundless = (cardId: number) => ({ purpose: 'recharge', partnerId: workshop.partnerId, cardId }) as const
const serviceLine = () => desk.labour('保养', '120', { serviceItemId })

interface Billed {
  id: number
  labour: { id: number }[]
  materials: { id: number }[]
}

/** An order of a day is done and settled on it, paid with money of a card or covered with what is left of a package; what nothing pays is owed. */
async function billed(
  bizDate: string,
  labour: object[],
  given: {
    materials?: object[]
    card?: object
    uses?: { of: number; times: string }[]
    isWorked?: boolean
  },
): Promise<Billed> {
  const { header } = desk.plainBody()
  const { materials = [], card, uses = [] } = given
  const order = await desk.finished({ header: { ...header, bizDate }, labour, materials } as never)
  const lines = await desk.order(order.id)
  const line = [...lines.labour, ...lines.materials][0]
  if (given.isWorked)
    await dispatched(shop, { workOrderId: order.id, lineId: line?.id as number }, [
      { employeeId: workshop.technicianId, share: '1' },
    ])
  const packageUses = []
  for (const { of, times } of uses) {
    const [item] = await shop.sql<{ id: number }>(
      `select id from card_item where group_id = $1 and card_id = $2 and (part_id is null) = $3 and times_left > 0 order by id limit 1`,
      of,
      materials.length === 0,
    )
    packageUses.push({ lineId: line?.id, cardItemId: item?.id, times })
  }
  const draft = await desk.drafted(order, { bizDate, packageUses } as never)
  const settled = await desk.settle(draft, card ? { cards: [card] } : {})
  const view = await owner.call(repairSettlement.routes.read, { params: { id: settled.id } })
  return { id: settled.id, labour: view.labour, materials: view.materials }
}

const purses = ['principal', 'gift', 'package'] as const
const figures = {
  principal: ['Opening', 'Brought', 'Added', 'Used', 'Refunded', 'Closing'],
  gift: ['Opening', 'Brought', 'Added', 'Used', 'Expired', 'Refunded', 'Closing'],
  package: ['Opening', 'Brought', 'Added', 'Used', 'Expired', 'Refunded', 'Closing'],
} as const

/** The figures of a purse of a row, as the tables below have them. */
const told = (row: object, purse: (typeof purses)[number]) =>
  figures[purse].map((name) => (row as Record<string, string>)[purse + name]).join(' ')
const rowsOf = async (query: object): Promise<CardLiabilityRow[]> =>
  (await boss.call(cardLiability.list, { query: { orgs: 'group', ...query } })).rows
const table = (rows: readonly CardLiabilityRow[], purse: (typeof purses)[number]) =>
  rows.map((row) => `${row.orgName} ${row.typeName}: ${told(row, purse)}`).toSorted()

it('is what a sheet of paper comes to, for this month and by shop and type', async () => {
  const rows = await rowsOf({ from: begin, to: today })
  expect(table(rows, 'principal')).toEqual([
    //              opening brought added used refunded closing
    // 600 | 1 000 charged here | 200 − 50 back
    '测试分店 金卡: 600.00 0.00 1000.00 150.00 0.00 1450.00',
    // 1 000 long ago, and paid money does not expire
    '测试配件店 短卡: 1000.00 0.00 0.00 0.00 0.00 1000.00',
    // 1 000 − 150 | 400 of before | 1 000 + 100 | 300 − 90 back | 800 = 1 100 − 300 given back
    '测试配件店 金卡: 850.00 400.00 1100.00 210.00 800.00 1340.00',
  ])
  expect(table(rows, 'gift')).toEqual([
    //              opening brought added used expired refunded closing
    '测试分店 金卡: 0.00 0.00 60.00 0.00 0.00 0.00 60.00',
    '测试配件店 短卡: 60.00 0.00 0.00 0.00 60.00 0.00 0.00',
    // 60 of the own card | 20 of before | 60 of the card that was given back, gone with it
    '测试配件店 金卡: 60.00 20.00 60.00 0.00 0.00 60.00 80.00',
  ])
  expect(table(rows, 'package')).toEqual([
    //              opening brought added used expired refunded closing
    // 500 | one use of 80
    '测试分店 金卡: 500.00 0.00 0.00 80.00 0.00 0.00 420.00',
    // 90 − 30 | 60 gone
    '测试配件店 短卡: 60.00 0.00 0.00 0.00 60.00 0.00 0.00',
    // 500 | 100 of before | 90 sold onto the branch's card | 130 + 130 − 130 back
    '测试配件店 金卡: 500.00 100.00 90.00 130.00 0.00 0.00 560.00',
  ])
  expect(rows.map((row) => `${row.orgName} ${row.typeName} ${row.opened}`).toSorted()).toEqual([
    '测试分店 金卡 0',
    '测试配件店 短卡 0',
    '测试配件店 金卡 1',
  ])
})

it('ends the former month with what this one begins with', async () => {
  const rows = await rowsOf({ from: `${monthOf(end)}-01`, to: today, monthly: 'true' })
  const former = rows.filter(({ month }) => month === monthOf(end))
  expect(table(former, 'principal')).toEqual([
    '测试分店 金卡: 0.00 0.00 600.00 0.00 0.00 600.00',
    '测试配件店 短卡: 1000.00 0.00 0.00 0.00 0.00 1000.00',
    '测试配件店 金卡: 0.00 0.00 1000.00 150.00 0.00 850.00',
  ])
  expect(table(former, 'package')).toEqual([
    '测试分店 金卡: 0.00 0.00 500.00 0.00 0.00 0.00 500.00',
    '测试配件店 短卡: 60.00 0.00 0.00 0.00 0.00 0.00 60.00',
    '测试配件店 金卡: 0.00 0.00 500.00 0.00 0.00 0.00 500.00',
  ])
  const current = rows.filter(({ month }) => month === monthOf(today))
  const whole = await rowsOf({ from: begin, to: today })
  for (const purse of purses) expect(table(current, purse)).toEqual(table(whole, purse))
  // A day earlier nothing of this month is known.
  const before = await rowsOf({ from: begin, to: end })
  expect(before.map(({ principalClosing }) => principalClosing).toSorted()).toEqual(['1000.00', '600.00', '850.00'])
})

it('adds up in each shop and in the group, to what stands in the ledgers and on the cards', async () => {
  const rows = await rowsOf({ from: begin, to: today })
  for (const row of rows)
    for (const purse of purses) {
      const of = (name: string) => (row as unknown as Record<string, string | undefined>)[purse + name] ?? '0'
      const came = add(of('Opening'), add(of('Brought'), of('Added')))
      const went = add(add(of('Used'), of('Refunded')), of('Expired'))
      expect([row.orgName, row.typeName, purse, money(sub(came, went))]).toEqual([
        row.orgName,
        row.typeName,
        purse,
        of('Closing'),
      ])
    }
  const { sums } = await boss.call(cardLiability.totals, { query: { orgs: 'group', from: begin, to: today } })
  // 600 + 1 000 + 850 + 400 + 1 000 + 1 100 − 150 − 210 − 800
  expect(told(sums, 'principal')).toBe('2450.00 400.00 2100.00 360.00 800.00 3790.00')
  expect(told(sums, 'gift')).toBe('120.00 20.00 120.00 0.00 60.00 60.00 140.00')
  expect(told(sums, 'package')).toBe('1060.00 100.00 90.00 210.00 60.00 0.00 980.00')
  const closing = { principal: '3790.00', gift: '140.00', package: '980.00' }
  const [held] = await shop.sql(
    `select (select sum(principal) from card where group_id = $1) as principal, (select sum(gift) from card where group_id = $1) as gift,
      (select sum(value_left) from card_item where group_id = $1) as package`,
  )
  const [written] = await shop.sql(
    `select (select sum(principal) from card_ledger where group_id = $1) as principal, (select sum(gift) from card_ledger where group_id = $1) as gift,
      (select sum(value) from card_item_ledger where group_id = $1) as package`,
  )
  expect([held, written]).toEqual([closing, closing])
  const entries = await boss.call(cardMovements.totals, { query: { orgs: 'group' } })
  expect(entries.sums).toEqual({ principal: '3790.00', gift: '140.00', packageValue: '980.00' })
  // Each shop asks for itself what it owes.
  const own = async (client: Client) =>
    (await client.call(cardLiability.totals, { query: {} })).sums['principalClosing']
  expect([await own(owner), await own(branch)]).toEqual(['2340.00', '1450.00'])
})

it('owes between the shops what falls out of the group', async () => {
  const between = await shop.sql<{ orgId: number; side: string; balance: string }>(
    `select org_id, side, sum(balance) as balance from open_item where group_id = $1 and remark = '会员卡跨店' group by org_id, side`,
  )
  // At 0.8: charged here − 1 000 → − 800 | paid here 200 → 160 | package 80 → 64 | back − 50 → − 40
  expect(
    between
      .map(({ orgId, side, balance }) => `${orgId === branchId ? '测试分店' : '测试配件店'} ${side} ${balance}`)
      .toSorted(),
  ).toEqual(['测试分店 AP -616.00', '测试配件店 AR -616.00'])
  const pnl = await shop.sql<{ orgId: number; kind: string; amount: string }>(
    `select org_id, kind, sum(amount) as amount from pnl_ledger
      where group_id = $1 and kind in ('other_income', 'other_expense', 'card_breakage') and doc_kind <> 'other_in' group by org_id, kind`,
  )
  expect(
    pnl
      .map(({ orgId, kind, amount }) => `${orgId === branchId ? '测试分店' : '测试配件店'} ${kind} ${amount}`)
      .toSorted(),
  ).toEqual([
    // The other 0.2: − 200 + 40 + 16 − 10
    '测试分店 other_income -154.00',
    '测试配件店 card_breakage 60.00',
    '测试配件店 other_expense -154.00',
    // 违约金 of the card that was given back
    '测试配件店 other_income 50.00',
  ])
})

it('has earned by packages what was used or is gone, less material and commission, by the month of their sale', async () => {
  const { rows } = await boss.call(packageProfit.list, { query: { orgs: 'group' } })
  const lines = rows.map((row) =>
    [
      [
        row.orgName,
        row.packageName,
        row.month,
        row.sold,
        row.soldValue,
        row.broughtValue,
        row.usedTimes,
        row.usedValue,
      ],
      [row.expiredValue, row.refundedValue, row.leftValue],
      [row.materialCost, row.commission, row.profit, row.profitAfterCommission],
    ]
      .flat()
      .join(' '),
  )
  expect(lines.toSorted()).toEqual(
    [
      // package month sold worth brought | times used | expired refunded left | material commission profit, after commission
      // One use of 80, of which the technician has 0.18
      `测试分店 保养套餐 ${monthOf(end)} 1 500.00 0.00 1.0000 80.00 0.00 0.00 420.00 0.00 14.40 80.00 65.60`,
      // One pad of 130, bought for 210; the second came back with its cost
      `测试配件店 保养套餐 ${monthOf(end)} 1 500.00 0.00 1.0000 130.00 0.00 0.00 370.00 210.00 0.00 -80.00 -80.00`,
      `测试配件店 旧套餐 ${monthOf(today)} 0 0.00 100.00 0.0000 0.00 0.00 0.00 100.00 0.00 0.00 0.00 0.00`,
      // One use of 30, the other 60 gone
      `测试配件店 短期套餐 ${monthOf(long)} 1 90.00 0.00 1.0000 30.00 60.00 0.00 0.00 0.00 0.00 90.00 90.00`,
      `测试配件店 短期套餐 ${monthOf(today)} 1 90.00 0.00 0.0000 0.00 0.00 0.00 90.00 0.00 0.00 0.00 0.00`,
    ].toSorted(),
  )
  expect(money(sumOf(rows, ({ leftValue }) => leftValue))).toBe('980.00')
  // What a month sold and what it brought in are the same on both pages.
  const { sums } = await boss.call(cardLiability.totals, { query: { orgs: 'group' } })
  expect([sums['packageAdded'], sums['packageBrought']]).toEqual([
    money(sumOf(rows, ({ soldValue }) => soldValue)),
    money(sumOf(rows, ({ broughtValue }) => broughtValue)),
  ])
})
