// 导入发票号码: what lists of the tax bureau look like (business/invoices 6).
import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { type ImportResult, imports } from '@chepu/contract/imports/import'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import { menuTree } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPartner, openItem, today } from '../../test/finance'
import { type Client, openShop, type Shop } from '../../test/shop'
import { periodOf } from '../kernel/ledgers/types'

let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
})
afterAll(() => shop.close())

async function drafted(name: string) {
  const partnerId = await newPartner(shop, name)
  await openItem(shop, owner, { partnerId, side: 'AR', total: '113' })
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const { drafts } = await cashier.call(draftIssued, { body: { bills, sheetKind: 'e_normal' } })
  return drafts[0] as (typeof drafts)[number]
}
const number = (last: number) => String(last).padStart(20, '4')

/** Checks or imports a list with these lines below its headings. */
async function send(step: 'check' | 'run', lines: readonly string[]): Promise<ImportResult> {
  const body = new FormData()
  body.append('file', new Blob([lines.join('\n')]), '清单.csv')
  const { path } = imports.invoice_number[step]
  const response = await fetch(`${shop.origin}/api-main${path}`, {
    method: 'POST',
    headers: { token: cashier.token },
    body,
  })
  return ((await response.json()) as { data: ImportResult }).data
}
const faultsOf = async (lines: readonly string[]) =>
  (await send('check', lines)).faults.map(({ row, column, message }) => `${row} ${column} ${message}`)

it('reads a list with both numbers, days with times and amounts', async () => {
  const drafts = [await drafted('甲'), await drafted('乙'), await drafted('丙')]
  const [one, two, three] = drafts.map(({ billNo }) => billNo)
  const heads = '序号,发票流水号,发票号码,数电发票号码,开票日期,价税合计'
  const days = [`${today} 10:20:30`, today.replaceAll('-', '/'), today.replaceAll('-', '')]
  const lines = [
    `1,${one},,${number(1)},${days[0]},113`,
    `2,${two},${number(2)},${number(2)},${days[1]},113.00`,
    `3,${three},${number(3)},,${days[2]},`,
  ]
  expect(await send('run', [heads, ...lines])).toMatchObject({ imported: true, updated: 3 })
  const { header } = await cashier.call(invoiceIssued.routes.read, { params: { id: drafts[0]?.id as number } })
  expect(header).toMatchObject({ state: 'issued', invoiceNo: number(1), bizDate: today })
})

it('refuses rows of a closed month, of another amount and of two numbers', async () => {
  const drafts = [await drafted('丁'), await drafted('戊'), await drafted('己'), await drafted('庚')]
  const [one, two, three, four] = drafts.map(({ billNo }) => billNo)
  const closed = monthBefore(periodOf(today))
  const day = lastDayOfMonth(closed)
  await shop.sql('update org set closed_month = $2 where group_id = $1 and id = $3', closed, shop.orgId)
  const faults = await faultsOf([
    '发票流水号,发票号码,数电发票号码,开票日期,价税合计',
    `${one},${number(11)},,${day},113`,
    `${two},${number(12)},,${today},112.99`,
    `${three},12345678,${number(13)},${today},113`,
    `${four},,,${today},113`,
  ])
  await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
  expect(faults.toSorted()).toEqual([
    `2 开票日期 该期间已结账：${day.slice(0, 7)}`,
    `3 价税合计 112.99 与开票单 ${two} 的价税合计 113.00 不同`,
    `4 发票号码 与数电发票号码 ${number(13)} 不同`,
    '5 发票号码 发票号码不能为空',
  ])
})

it('has its page in the menu of whoever may register invoices', async () => {
  expect(JSON.stringify(await cashier.call(menuTree))).toContain('"path":"/importExcel"')
})
