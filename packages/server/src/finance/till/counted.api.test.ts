// What is counted of a hand-over: cash, by whoever sends it, and nothing else (business/finance 4.1).
import { collection } from '@chepu/contract/finance/collection'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { type Counts, readTill, reopenTill, sealTill, tillDay, tillDays } from '@chepu/contract/finance/till'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, save } from '../../../test/desk'
import { newAccount, newPartner, today } from '../../../test/finance'
import { worker, type Worker } from '../../../test/people'
import { openShop, type Shop } from '../../../test/shop'

let shop: Shop
let partnerId: number
beforeAll(async () => {
  shop = await openShop()
  partnerId = await newPartner(shop, '日结客户')
})
afterAll(() => shop.close())

const receive = ({ client }: Worker, ...tenders: { storeAccountId: number; amount: string }[]) =>
  post(client, collection.routes, { header: { bizDate: today, partnerId, purpose: 'advance' as const }, tenders })

/** An account as it is handed over: what the books say, what is declared, and the pieces of it. */
type Row = [accountId: number, ledger: string, declared: string, denominations: Counts | null]
const seal = ({ client }: Worker, rows: readonly Row[], remark = '') => {
  const accounts = rows.map(([accountId, ledger, declared, denominations]) => ({
    accountId,
    ledger,
    declared,
    denominations,
  }))
  return client.ask(sealTill, { body: { day: today, remark, accounts } })
}

it('is cash in notes and coins, and no other account', async () => {
  const cashier = await worker(shop, 'cashier_accountant')
  const wechat = await newAccount(shop, '微信', 'wechat')
  await receive(cashier, { storeAccountId: shop.cashId, amount: '150' }, { storeAccountId: wechat, amount: '47.5' })
  const sealed = (ofCash: Counts | null, ofWechat: Counts | null) =>
    seal(cashier, [
      [shop.cashId, '150', '150', ofCash],
      [wechat, '47.5', '47.5', ofWechat],
    ])
  expect(await sealed(null, null)).toMatchObject({
    status: 400,
    errors: [{ path: 'accounts.0.denominations', message: '现金：请按面额清点张数' }],
  })
  expect(await sealed({ '100': 1, '50': 1 }, { '50': 1 })).toMatchObject({
    status: 400,
    errors: [{ path: 'accounts.1.denominations', message: '微信：不是现金账户，不按面额清点' }],
  })
  expect(await sealed({ '100': 1, '50': 1 }, null)).toMatchObject({ status: 200 })
})

it('agrees where the drawer gave what he paid beyond what he took', async () => {
  const cashier = await worker(shop, 'cashier_accountant')
  const { client, userId } = cashier
  const manager = await shop.signIn('manager')
  await receive(cashier, { storeAccountId: shop.cashId, amount: '100' })
  // 142.50 brought to the bank: 42.50 of it came from the drawer.
  const bank = await newAccount(shop, '银行', 'bank')
  const amounts = { accountId: shop.cashId, counterAccountId: bank, total: '142.50' }
  const moved = await save(client, fundTransfer.routes, {
    header: { bizDate: today, purpose: 'inside' as const, ...amounts },
  })
  await act(client, fundTransfer.routes, moved, 'approve')
  const counted = (declared: string, denominations: Counts): Row[] => [
    [shop.cashId, '-42.50', declared, denominations],
    [bank, '142.50', '142.50', null],
  ]
  const { accounts: shown } = await client.call(tillDay, { query: { day: today } })
  expect(shown).toMatchObject([{ ledger: '-42.50' }, { ledger: '142.50' }])
  expect(await seal(cashier, counted('0', {}))).toMatchObject({ msg: '实交金额与清点的张数不符' })
  const { id } = (await seal(cashier, counted('-42.50', {}))).data as { id: number }
  expect((await client.call(readTill, { params: { id } })).accounts).toMatchObject([
    { ledger: '-42.50', declared: '-42.50', difference: '0.00', slip: null },
    { ledger: '142.50', declared: '142.50' },
  ])
  await manager.call(reopenTill, { params: { id }, body: { version: 1, reason: '重点' } })
  const over = await seal(cashier, counted('-37.50', { '5': 1 }), '多出五元')
  const { accounts } = await client.call(readTill, { params: { id: (over.data as { id: number }).id } })
  expect(accounts[0]).toMatchObject({ declared: '-37.50', difference: '5.00', slip: { kind: 'other_income' } })
  // 交款记录 counts both rows; the sums are of the one that stands.
  expect(await client.call(tillDays.totals, { query: { userId } })).toMatchObject({
    count: 2,
    sums: { ledger: '100.00', declared: '105.00', difference: '5.00' },
  })
})
