// Vouchers of a shop whose books hold something of every kind of document.
import {
  bookMonths,
  bookSettings,
  resetBookSettings,
  saveBookSettings,
  type VoucherLine,
  voucherLines,
} from '@chepu/contract/finance/books'
import { add, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillBooks } from '../../../test/filled-books'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { groupBy } from '../../kernel/base/group-by'
import { periodOf } from '../../kernel/ledgers/types'

const thisMonth = periodOf(shanghaiDay())
const opening = 202512

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop()
  await fillBooks(shop)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const linesOf = async (more: object = {}): Promise<VoucherLine[]> =>
  (await owner.call(voucherLines.list, { query: { from: opening, month: thisMonth, rows: 1000, ...more } })).rows

/** What lines come to, the left side positive. */
const balanceOf = (lines: readonly VoucherLine[]) =>
  money(sumOf(lines, ({ debit, credit }) => sub(debit ?? '0', credit ?? '0')))
const of = (lines: readonly VoucherLine[], ...codes: string[]) =>
  balanceOf(lines.filter(({ accountCode }) => codes.some((code) => accountCode.startsWith(code))))

describe('凭证', () => {
  it('stands for every document that moved something, and each balances to the fen', async () => {
    const lines = await linesOf()
    const vouchers = groupBy(lines, ({ month, no }) => `${month}-${no}`)
    expect(vouchers.size).toBeGreaterThan(50)
    for (const [no, of] of vouchers) expect([no, of[0]?.summary, balanceOf(of)]).toEqual([no, of[0]?.summary, '0.00'])
    expect(new Set(lines.map(({ docKind }) => docKind)).size).toBeGreaterThan(20)
    expect(lines.filter(({ accountName }) => accountName === '')).toEqual([])
    const { sums } = await owner.call(voucherLines.totals, { query: { from: opening, month: thisMonth } })
    expect(sums['debit']).toBe(sums['credit'])
  })

  it('comes to what the ledgers say, account by account', async () => {
    const lines = await linesOf()
    const [books] = await shop.sql<Record<string, string>>(`select
      (select sum(value) from stock_ledger where group_id = $1) as stock,
      (select sum(value) from wip_ledger where group_id = $1) as wip,
      (select sum(balance) from store_account where group_id = $1) as money,
      (select coalesce(sum(balance) filter (where account = 'AR'), 0.00) from partner_balance where group_id = $1) as ar,
      (select coalesce(sum(balance) filter (where account = 'AP'), 0.00) from partner_balance where group_id = $1) as ap,
      (select coalesce(sum(balance) filter (where account = 'ADV_IN'), 0.00) from partner_balance where group_id = $1) as adv_in,
      (select coalesce(sum(balance) filter (where account = 'ADV_OUT'), 0.00) from partner_balance where group_id = $1) as adv_out,
      (select sum(case when kind like 'revenue%' or kind in ('warranty_revenue', 'other_income', 'stock_gain', 'stock_variance', 'card_breakage')
        then amount else -amount end) from pnl_ledger where group_id = $1) as profit,
      (select sum(case when d.kind = 'sales_delivery' then d.total_tax when d.kind = 'sales_return' then -d.total_tax else 0 end)
        from goods_document d where group_id = $1 and d.posted_at is not null) as tax`)
    const { stock, wip, ar, ap, advIn, advOut, profit, tax, ...more } = books as Record<string, string>
    expect({
      stock: of(lines, '1402', '1405'),
      wip: of(lines, '4001'),
      money: of(lines, '1001', '1002', '1012'),
      ar: of(lines, '1122'),
      ap: of(lines, '2202'),
      advIn: of(lines, '220301'),
      advOut: of(lines, '1123'),
      profit: of(lines, '5'),
      tax: of(lines, '2221'),
    }).toEqual({
      stock,
      wip,
      money: more['money'],
      ar,
      ap: money(sub('0', ap as string)),
      advIn: money(sub('0', advIn as string)),
      advOut,
      profit: money(sub('0', profit as string)),
      tax: money(sub('0', tax as string)),
    })
    // Opening stock 200.00, tills 5000.00, 3000.00 and 200.00, one corrected by 100.00, 300.00 owed, 70.00 paid ahead.
    expect(of(lines, '3104')).toBe(money(sub('70', add('200', '8200', '100', '300'))))
  })

  it('writes a sale as an accountant would, its red one in red', async () => {
    const sale = (await linesOf({ q: '销售出库单' })).find(({ credit }) => credit === '300.88')
    const read = async (billNo: string) =>
      (await linesOf({ q: billNo })).map(({ accountCode, debit, credit }) => [accountCode, debit ?? '', credit ?? ''])
    const written = await read((sale as VoucherLine).billNo)
    // 2 at 170.00 with 13 % tax, less 5.00: revenue 300.88, discount 4.42, tax 38.54.
    expect(written.filter(([code]) => code !== '540101' && code !== '1405')).toEqual([
      ['1122', '335.00', ''],
      ['222102', '', '38.54'],
      ['500101', '', '300.88'],
      ['500109', '', '-4.42'],
    ])
    const red = (await linesOf({ q: '红冲 销售出库单' })).filter(({ accountCode }) => accountCode === '1122')
    expect(red).toMatchObject([{ debit: '-335.00', credit: null }])
  })
})

describe('科目设置', () => {
  it('takes what is booked to another account, and refuses what cannot be booked there', async () => {
    const { version, accounts } = await owner.call(bookSettings)
    expect(version).toBe(0)
    const save = (mapping: Record<string, string>, more = accounts) =>
      owner.ask(saveBookSettings, { body: { version, accounts: more, mapping } })
    expect(await save({ ar: '9999' })).toMatchObject({ status: 400, msg: '应收：科目 9999 不存在' })
    expect(await save({ ar: '2203' })).toMatchObject({ msg: '应收：科目 2203 有下级科目，请选末级科目' })
    expect(await save({ ar: '560299' })).toMatchObject({ msg: '应收：不能选损益类科目 560299' })
    expect(await save({ fee: '1122' })).toMatchObject({ msg: '收付款手续费：请选损益类科目，1122 不是' })
    expect(await save({}, [...accounts, { code: '9001', name: '甲', side: 'debit' }])).toMatchObject({ status: 400 })
    expect(await save({}, [...accounts, { code: '101301', name: '甲', side: 'debit' }])).toMatchObject({
      msg: '科目 101301 没有上级科目 1013',
    })
    expect(
      await save(
        {},
        accounts.filter(({ code }) => code !== '1001'),
      ),
    ).toMatchObject({ msg: '现金账户：科目 1001 不存在' })
    const further = [...accounts, { code: '560305', name: '财务费用-刷卡手续费', side: 'debit' as const }]
    expect(await save({ fee: '560305' }, further)).toMatchObject({ status: 200, data: { version: 1 } })
    expect(await save({}, further)).toMatchObject({ status: 409, reason: 'stale' })
    const fees = await linesOf({ account: '560305' })
    expect(fees.length).toBeGreaterThan(3)
    expect(await linesOf({ account: '560301' })).toEqual([])
  })
})

describe('access', () => {
  it('is for who has the page, and each organisation has its own books', async () => {
    const seller = await shop.signIn('salesperson')
    expect(await seller.ask(bookMonths)).toMatchObject({ status: 403 })
    expect(await seller.ask(voucherLines.list, { query: { month: thisMonth } })).toMatchObject({ status: 403 })
    expect(await seller.ask(bookSettings)).toMatchObject({ status: 403 })
    const cashier = await shop.signIn('cashier_accountant')
    expect(await cashier.ask(bookMonths)).toMatchObject({ status: 200 })
    // Accounts are those of the group.
    const manager = await shop.signIn('manager')
    for (const client of [cashier, manager]) {
      const { version, accounts } = await client.call(bookSettings)
      const body = { version, accounts, mapping: {} }
      expect(await client.ask(saveBookSettings, { body })).toMatchObject({ status: 403 })
      expect(await client.ask(resetBookSettings, { body: { version } })).toMatchObject({ status: 403 })
    }
    const { orgId } = await openBranch(shop)
    const neighbour = await shop.signIn('owner', orgId)
    expect(await neighbour.call(voucherLines.list, { query: { from: opening, month: thisMonth } })).toMatchObject({
      rows: [],
    })
  })
})
