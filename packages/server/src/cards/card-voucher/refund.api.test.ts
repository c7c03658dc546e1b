// 退卡: what it takes back of commissions, and to whom it pays (business/cards 4).
import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { collection } from '@chepu/contract/finance/collection'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVoucher, newCardPackage, newCardType, voucherBody } from '../../../test/cards'
import { act, post, save, tryAct, trySave } from '../../../test/desk'
import { newAccount } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
let goldId: number
let packageId: number
let bankId: number

const { routes } = cardVoucher
const payee = {
  payeeName: '车主甲',
  payeeBank: '工行',
  payeeAccount: '6222000000000000',
  payeeIdNo: '11010519491231002X',
}

beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  goldId = await newCardType(shop)
  packageId = await newCardPackage(shop, {
    salePrice: '400',
    lines: [{ partId: shop.parts.oil, times: '4', listPrice: '100', allocPrice: '100', allocTotal: '400' }],
  })
  bankId = await newAccount(shop, '工行', 'bank', '50000')
})
afterAll(() => shop.close())

const cash = (amount: string, storeAccountId = shop.cashId) => [{ storeAccountId, amount }]
const sell = (header: object, amount: string, client = owner, tenders = cash(amount)) =>
  makeVoucher(client, { partnerId: workshop.partnerId, ...header } as never, tenders)
const giveBack = (cardId: number, amount: string, more = {}) => {
  const { partnerId } = workshop
  return voucherBody({ purpose: 'refund_card', partnerId, cardId, ...payee, ...more }, cash(amount, bankId))
}
/** What people have earned by now, by shop and person. */
const earned = async (...employees: number[]) => {
  const rows = await shop.sql<{ said: string }>(
    `select concat_ws(' ', case when org_id = ${shop.orgId} then 'here' else 'there' end, employee_id, sum(amount)) as said from commission_entry
      where group_id = $1 and employee_id = any ($2::bigint[]) group by org_id, employee_id order by org_id, employee_id`,
    employees,
  )
  return rows.map(({ said }) => said)
}
const seller = (name: string, orgId = shop.orgId) =>
  shop.db.tenant(shop.groupId, (tx) => one(tx, 'employee', { org_id: orgId, emp_no: name, name, department_id: null }))
const previewOf = (id: number, penalty = '0') =>
  owner.call(cardRoutes.refundPreview, { params: { id }, query: { penalty } })

it('keeps what paid for the card from being undone, until the card is there again', async () => {
  const { partnerId } = workshop
  const { cardId } = await sell({ purpose: 'open', cardTypeId: goldId, principalChange: '500' }, '500')
  const owed = await sell({ purpose: 'recharge', cardId, principalChange: '300' }, '0', owner, [])
  const [item] = await shop.sql<{ id: number }>(
    `select id from open_item where group_id = $1 and source_kind = 'card_voucher' and source_id = $2`,
    owed.id,
  )
  const paid = await post(owner, collection.routes, {
    header: { purpose: 'trade', bizDate: shanghaiDay(), partnerId },
    tenders: cash('300'),
    items: [{ openItemId: item?.id, amount: '300' }],
  } as never)
  const closed = await save(owner, routes, giveBack(cardId, '800'))
  const words = new RegExp(`已退卡，办卡单 ${owed.billNo} 的款已随卡退还，不能撤销收款；请先红冲退卡的办卡单`)
  for (const step of ['unapprove', 'reverse'] as const)
    expect((await tryAct(owner, collection.routes, paid, step, { reason: '重复' })).msg).toMatch(words)
  await act(owner, routes, closed, 'reverse')
  await act(owner, collection.routes, paid, 'reverse', { reason: '重复' })
  expect((await previewOf(cardId)).refusals).toEqual([`该卡还有 300.00 元办卡款未收（${owed.billNo}），请先收款或核销`])
})

describe('commission of a card that is given back', () => {
  it('comes back by the share that is paid back, and is given again by 红冲', async () => {
    const [first, second] = [await seller('甲一'), await seller('乙二')]
    const { cardId } = await sell(
      { purpose: 'open', cardTypeId: goldId, principalChange: '1000', salespersonId: first },
      '1000',
    )
    await sell({ purpose: 'recharge', cardId, principalChange: '3000', salespersonId: second }, '3000')
    await sell({ purpose: 'package_sale', cardId, cardPackageId: packageId, salespersonId: first }, '400')
    expect(await earned(first, second)).toEqual([`here ${first} 42.00`, `here ${second} 90.00`])
    const { commissionBack } = await previewOf(cardId, '44')
    expect(commissionBack).toMatchObject([
      { employeeName: '甲一', amount: '29.70' },
      { employeeName: '乙二', amount: '89.10' },
      { employeeName: '甲一', amount: '11.88' },
    ])
    const closed = await save(owner, routes, giveBack(cardId, '4356', { penalty: '44' }))
    expect(await earned(first, second)).toEqual([`here ${first} 0.42`, `here ${second} 0.90`])
    await act(owner, routes, closed, 'reverse')
    expect(await earned(first, second)).toEqual([`here ${first} 42.00`, `here ${second} 90.00`])
    const again = await save(owner, routes, giveBack(cardId, '4400'))
    expect(await earned(first, second)).toEqual([`here ${first} 0.00`, `here ${second} 0.00`])
    await act(owner, routes, again, 'reverse')
  })

  it('stays for what was used, which is the money that was paid in first', async () => {
    const [first, second] = [await seller('丙三'), await seller('丁四')]
    const { cardId } = await sell(
      { purpose: 'open', cardTypeId: goldId, principalChange: '1000', salespersonId: first },
      '1000',
    )
    await sell({ purpose: 'recharge', cardId, principalChange: '3000', salespersonId: second }, '3000')
    const { partnerId, vehicleId, workerTypeId } = workshop
    const labour = [{ name: '换机油', workerTypeId, price: '1500.01' }]
    const payment = { cards: [{ cardId, amount: '1500.01' }], tenders: [] }
    const header = { partnerId, vehicleId, warehouseId: shop.warehouseId }
    await owner.call(fastOrder.settle, { body: { kind: 'fast', header, labour, payment } as never })
    expect((await previewOf(cardId)).commissionBack).toMatchObject([{ employeeName: '丁四', amount: '75.00' }])
    await save(owner, routes, giveBack(cardId, '2499.99'))
    expect(await earned(first, second)).toEqual([`here ${first} 30.00`, `here ${second} 15.00`])
  })

  it('comes back where it was earned', async () => {
    const { orgId } = await openBranch(shop)
    const branch = await shop.signIn('owner', orgId)
    const salesperson = await seller('戊五', orgId)
    const { cardId } = await sell({ purpose: 'open', cardTypeId: goldId }, '0', owner, [])
    const till = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: orgId,
        code: 'XJ2',
        name: '分店现金',
        kind: 'cash',
        opening_on: '2026-01-01',
      }),
    )
    const header = { purpose: 'recharge', cardId, principalChange: '600', salespersonId: salesperson }
    await sell(header, '600', branch, cash('600', till))
    expect(await earned(salesperson)).toEqual([`there ${salesperson} 18.00`])
    const closed = await save(owner, routes, giveBack(cardId, '600'))
    expect(await earned(salesperson)).toEqual([`there ${salesperson} 0.00`])
    await act(owner, routes, closed, 'reverse')
    expect(await earned(salesperson)).toEqual([`there ${salesperson} 18.00`])
  })
})

it('shows before 红冲 all that it moves: accounts, the card, what is owed, and commission to who may see it', async () => {
  const { partnerId } = workshop
  const salespersonId = await seller('己六')
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { fields: ['commission'] })
  const asked = async (id: number, client = owner) => {
    const {
      money,
      cards = [],
      commission = [],
      refusals,
    } = await client.call(routes.preview, {
      params: { id, action: 'reverse' },
    })
    return {
      money: money.map((row) => `${row.account} ${row.partnerName} ${row.amount}`),
      cards: cards.map((row) => `${row.cardNo} ${row.item} ${row.change} ${row.unit}`),
      commission: commission.map((row) => `${row.employeeName} ${row.amount}`),
      refusals,
    }
  }
  const opened = await sell({ purpose: 'open', cardTypeId: goldId, cardNo: 'YL1', principalChange: '500' }, '500')
  const { cardId } = opened
  const of = { partnerId, cardId, salespersonId }
  const charged = await sell({ ...of, purpose: 'recharge', principalChange: '1000', giftChange: '60' }, '700')
  expect(await asked(charged.id)).toEqual({
    money: ['现金  -700.00', '应收 车主甲 -300.00'],
    cards: ['YL1 本金 -1000.00 元', 'YL1 赠金 -60.00 元'],
    commission: ['己六 -30.00'],
    refusals: [],
  })
  expect((await asked(charged.id, clerk.client)).commission).toEqual([])
  expect((await asked(opened.id)).refusals).toEqual([
    '会员卡 YL1 上还有开卡之后的余额或套餐，请先红冲之后的办卡单，或改用退卡',
  ])
  await act(owner, routes, charged, 'reverse')
  const sold = await sell({ ...of, purpose: 'package_sale', cardPackageId: packageId }, '400')
  expect(await asked(sold.id)).toEqual({
    money: ['现金  -400.00'],
    cards: ['YL1 套餐「保养套餐」机油 -4.0000 次'],
    commission: ['己六 -12.00'],
    refusals: [],
  })
  const closed = await save(owner, routes, giveBack(cardId, '900'))
  expect(await asked(closed.id)).toEqual({
    money: ['工行  900.00'],
    cards: ['YL1 本金 500.00 元', 'YL1 套餐「保养套餐」机油 4.0000 次'],
    commission: ['己六 12.00'],
    refusals: [],
  })
})

describe('who is paid', () => {
  it('is the holder or a contact of his, or somebody else with a reason that is kept', async () => {
    const { cardId } = await sell({ purpose: 'open', cardTypeId: goldId, principalChange: '500' }, '500')
    const refusal = async (more: object) => (await trySave(owner, routes, giveBack(cardId, '500', more))).errors
    expect(await refusal({ payeeName: '张三' })).toEqual([
      {
        path: 'header.payeeReason',
        message: '收款人「张三」不是客户本人（车主甲），请填写原因，至少5个字',
      },
    ])
    expect(await refusal({ payeeName: '张三', payeeReason: '代 收 ' })).toMatchObject([{ path: 'header.payeeReason' }])
    for (const payeeIdNo of ['110105194912310021', '1', '91350100M000100Y43'])
      expect(await refusal({ payeeIdNo }), payeeIdNo).toEqual([
        { path: 'header.payeeIdNo', message: '身份证号不正确，请核对；其他证件请选择证件类型' },
      ])
    const other = { payeeName: '张三', payeePaper: 'passport', payeeIdNo: 'e12345', payeeReason: '车主委托儿子代收' }
    const closed = await save(owner, routes, giveBack(cardId, '500', other))
    expect((await owner.call(routes.read, { params: { id: closed.id } })).header).toMatchObject({
      payeeName: '张三',
      payeePaper: 'passport',
      payeeIdNo: 'E12345',
      payeeReason: '车主委托儿子代收',
    })
    await act(owner, routes, closed, 'reverse')
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner_contact', { partner_id: workshop.partnerId, name: '车主妻', mobile: '13900000001' }),
    )
    expect((await previewOf(cardId)).holder).toEqual({ isCompany: false, names: ['车主甲', '车主妻'] })
    await save(owner, routes, giveBack(cardId, '500', { payeeName: '车主 妻' }))
  })

  it('of a company is the company, by its credit code', async () => {
    const partnerId = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner', { code: 'K00900', name: '武汉车队（集团）有限公司', kind: 'unit', cus_flag: 1 }),
    )
    const { cardId } = await sell({ purpose: 'open', cardTypeId: goldId, principalChange: '500', partnerId }, '500')
    const back = (more: object) =>
      trySave(owner, routes, giveBack(cardId, '500', { partnerId, payeeName: '武汉车队(集团)有限公司', ...more }))
    expect((await back({})).msg).toContain('统一社会信用代码不正确')
    expect((await back({ payeeIdNo: '91350100M000100Y43' })).status).toBe(200)
  })
})
