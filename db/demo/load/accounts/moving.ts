import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { add, compare, type Decimal, div, min, mul, round, sub, sumOf, truncate } from '@chepu/contract/kernel/decimal'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import type { Saved } from '../desk'
import type { DemoShop } from '../shop'
import { type Days, dayIn, monthsOf } from './calendar'

/** Which accounts a shop empties into its bank, in which of its months and on which day. */
const plans: Record<string, readonly (readonly [account: string, month: number, day: number])[]> = {
  '01': [
    ['XJ', 0, 31],
    ['XJ', 1, 15],
    ['XJ', 1, 31],
    ['XJ', 2, 31],
    ['WX', 1, 31],
    ['WX', 2, 31],
    ['ZFB', 1, 31],
    ['ZFB', 2, 31],
  ],
  '02': [
    ['POS', 0, 31],
    ['POS', 1, 31],
    ['POS', 2, 31],
    ['WX', 1, 31],
    ['WX', 2, 31],
    ['ZFB', 1, 31],
    ['XJ', 2, 31],
  ],
  '03': [
    ['POS', 1, 31],
    ['WX', 1, 31],
    ['ZFB', 2, 31],
    ['XJ', 2, 31],
  ],
}
const words: Record<string, string> = { XJ: '现金存银行', WX: '微信提现', ZFB: '支付宝提现', POS: 'POS到账' }
/** What stays on an account. */
const kept = '5000'

/** Money that came over the counter goes to the bank (内部转账); answers how much. WeChat and Alipay keep a thousandth. */
export async function moveMoney(shop: DemoShop, days: Days): Promise<Decimal> {
  const months = monthsOf(days)
  let moved = '0'
  for (const [account, at, day] of plans[shop.orgCode] ?? []) {
    const bizDate = dayIn(months[at] as number, day, days.today)
    const amount = await spare(shop, account, bizDate)
    if (compare(amount, '500') < 0) continue
    const fee = account === 'WX' || account === 'ZFB' ? round(div(amount, '1000'), 2) : '0'
    await shop.desks.cashier.save(fundTransfer.routes, {
      header: {
        bizDate,
        purpose: 'inside',
        accountId: accountOf(shop, account),
        counterAccountId: accountOf(shop, 'DG'),
        total: amount,
        fee,
        remark: words[account] ?? '',
      },
      action: { name: 'approve' },
    })
    moved = add(moved, amount)
  }
  return moved
}

const accountOf = ({ book, orgCode }: DemoShop, code: string): number => book.id('account', `${orgCode}/${code}`)

/** What an account can do without from a day on, in whole hundreds of yuan. */
async function spare(shop: DemoShop, code: string, from: string): Promise<Decimal> {
  const { db, groupId } = shop
  const rows = await db.tenant(groupId, (tx) =>
    tx.query<{ bizDate: string; moved: Decimal }>({
      text: `select opening_on as biz_date, opening_balance as moved from store_account where group_id = $1 and id = $2
        union all select biz_date, sum(amount) from account_ledger where group_id = $1 and store_account_id = $2 group by biz_date
        order by biz_date`,
      values: [groupId, accountOf(shop, code)],
    }),
  )
  const before = sumOf(
    rows.filter(({ bizDate }) => bizDate <= from),
    ({ moved }) => moved,
  )
  let [stands, least] = [before, before]
  for (const { moved } of rows.filter(({ bizDate }) => bizDate > from)) {
    stands = add(stands, moved)
    least = min(least, stands)
  }
  return mul(truncate(div(sub(least, kept), '100'), 0), '100')
}

/** What shops have sent each other: the first is still on its way. */
const sent = [
  { from: '01', to: '03', amount: '2000', daysAgo: 0, remark: '备用金' },
  { from: '01', to: '02', amount: '3000', daysAgo: 1, remark: '临时周转' },
  { from: '02', to: '01', amount: '1500', daysAgo: 1, remark: '归还周转款' },
  { from: '03', to: '01', amount: '1200', daysAgo: 1, remark: '代付货款' },
] as const

/** Money from one shop to another, of which all but one was confirmed there. */
export async function sendMoney(shops: readonly DemoShop[], { today }: Days): Promise<void> {
  const shopOf = (code: string) => shops.find(({ orgCode }) => orgCode === code) as DemoShop
  for (const [i, { from, to, amount, daysAgo, remark }] of sent.entries()) {
    const [sender, receiver] = [shopOf(from), shopOf(to)]
    const ago = addDays(today, -daysAgo)
    const header = {
      // What is confirmed today was not sent in a month that may be closed.
      bizDate: ago.slice(0, 7) === today.slice(0, 7) ? ago : today,
      purpose: 'to_sister',
      partnerId: await sisterOf(sender, receiver),
      accountId: accountOf(sender, 'DG'),
      total: amount,
      remark,
    }
    const body = { header, action: { name: 'approve' } }
    const saved: Saved = await sender.desks.cashier.save(fundTransfer.routes, body)
    if (i === 0) continue
    const input = { accountId: accountOf(receiver, 'DG') }
    await receiver.desks.cashier.act(fundTransfer.routes, saved, 'confirm', { input })
  }
}

/** Whom a shop has another one down for. */
async function sisterOf({ db, groupId }: DemoShop, { orgId }: DemoShop): Promise<number> {
  const row = await db.tenant(groupId, (tx) =>
    tx.one<{ id: number }>({
      text: `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
      values: [groupId, orgId],
    }),
  )
  return row?.id as number
}
