// Registering and undoing an invoice: its day, its number, its tax (business/invoices 3, 5).
import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, tryAct } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays } from '../../kernel/base/calendar'
import { periodOf } from '../../kernel/ledgers/types'

const { routes } = invoiceIssued
let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop({ config: { backdateDays: 3 } })
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
})
afterAll(() => shop.close())

const billsOf = async (partnerId: number) => {
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  return rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
}
const drafted = async (name: string, sheetKind: 'e_normal' | 'p_normal' = 'e_normal') => {
  const partnerId = await newPartner(shop, name)
  await openItem(shop, owner, { partnerId, side: 'AR', total: '113' })
  const { drafts } = await cashier.call(draftIssued, { body: { bills: await billsOf(partnerId), sheetKind } })
  return (await cashier.call(routes.read, { params: { id: drafts[0]?.id as number } })).header
}
const number = (last: number) => String(last).padStart(4, '0').padStart(20, '3')

it('registers a sheet of any day of an open month, and none of a closed one', async () => {
  const draft = await drafted('补登')
  const bizDate = addDays(today, -40)
  const issued = await act(cashier, routes, draft, 'issue', { input: { invoiceNo: number(1), bizDate } })
  expect(issued.state).toBe('issued')
  const red = { invoiceNo: number(2), bizDate: addDays(today, -39) }
  expect(await act(cashier, routes, issued, 'red', { input: red })).toMatchObject({ state: 'reversed' })

  const closed = monthBefore(periodOf(today))
  await shop.sql('update org set closed_month = $2 where group_id = $1 and id = $3', closed, shop.orgId)
  const late = await drafted('结账后')
  const input = { invoiceNo: number(3), bizDate: lastDayOfMonth(closed) }
  expect((await tryAct(cashier, routes, late, 'issue', { input })).msg).toBe(
    `该期间已结账：${lastDayOfMonth(closed).slice(0, 7)}`,
  )
  await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
})
