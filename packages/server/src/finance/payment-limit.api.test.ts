// Who may let how much leave to somebody outside (business/finance 2.2).
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, save, tryAct } from '../../test/desk'
import { newAccount, newPartner, today } from '../../test/finance'
import { type Client, openShop, type Shop } from '../../test/shop'

let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
})
afterAll(() => shop.close())

const header = <Purpose extends string>(partnerId: number, purpose: Purpose) => ({ bizDate: today, partnerId, purpose })

it('above the limit is approved by 店长 only', async () => {
  const bankId = await newAccount(shop, '大额', 'bank', '10000')
  const partnerId = await newPartner(shop, '大额付款', 2)
  const saved = await save(cashier, payment.routes, {
    header: header(partnerId, 'advance'),
    tenders: [{ storeAccountId: bankId, amount: '5000.01' }],
  })
  expect(await tryAct(cashier, payment.routes, saved, 'approve')).toMatchObject({
    status: 400,
    msg: '付款金额 5000.01 超出您的审批上限 5000.00，请由店长审核',
  })
  const manager = await shop.signIn('manager')
  await act(manager, payment.routes, saved, 'approve')
  expect(await shop.books.balance(partnerId, 'ADV_OUT')).toBe('5000.01')
})

it('holds for what is paid back to a customer, and not for what a supplier pays back', async () => {
  const bankId = await newAccount(shop, '大额退', 'bank', '20000')
  const partnerId = await newPartner(shop, '大额退款', 3)
  const tenders = [{ storeAccountId: bankId, amount: '6000' }]
  await post(owner, collection.routes, { header: header(partnerId, 'advance'), tenders })
  const back = await save(cashier, collection.routes, {
    header: header(partnerId, 'refund'),
    tenders: [{ storeAccountId: bankId, amount: '5000.01' }],
  })
  expect(await tryAct(cashier, collection.routes, back, 'approve')).toMatchObject({
    status: 400,
    msg: '付款金额 5000.01 超出您的审批上限 5000.00，请由店长审核',
  })
  await act(owner, collection.routes, back, 'approve')
  await post(owner, payment.routes, { header: header(partnerId, 'advance'), tenders })
  await post(cashier, payment.routes, { header: header(partnerId, 'refund'), tenders })
  expect(await shop.books.balance(partnerId, 'ADV_OUT')).toBe('0.00')
})

it('counts the fee among what a payment takes of the limit', async () => {
  const bankId = await newAccount(shop, '大额费', 'bank', '20000')
  const partnerId = await newPartner(shop, '大额费', 2)
  const saved = await save(cashier, payment.routes, {
    header: header(partnerId, 'advance'),
    tenders: [{ storeAccountId: bankId, amount: '4999', fee: '1.01' }],
  })
  expect(await tryAct(cashier, payment.routes, saved, 'approve')).toMatchObject({
    status: 400,
    msg: '付款金额连手续费 5000.01 超出您的审批上限 5000.00，请由店长审核',
  })
})
