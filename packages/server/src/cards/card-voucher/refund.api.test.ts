// 退卡: what it takes back of commissions, and to whom it pays (business/cards 4).
import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVoucher, newCardPackage, newCardType, voucherBody } from '../../../test/cards'
import { act, save } from '../../../test/desk'
import { newAccount } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'

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
  payeeIdNo: '110101199001010011',
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
