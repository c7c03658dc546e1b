import { importStatement, matchLines, mostGroups, proposeMatches, setBankStart } from '@chepu/contract/finance/bank'
import { add, type Decimal, isNegative, money, neg } from '@chepu/contract/kernel/decimal'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import type { DemoShop } from '../shop'
import { type Days, dayIn, monthsOf } from './calendar'

interface Line {
  day: string
  amount: Decimal
  name: string
  words: string
}

/** What only the bank knows of so far. */
const bankAlone = (day: string): Line[] => [
  { day, amount: '-15.00', name: '', words: '账户管理费' },
  { day, amount: '860.00', name: '江城物业服务有限公司', words: '往来款' },
]

/**
 * The statement of the bank since the month before this one, until three days ago: all that the books have but the last two movements,
 * and two rows that they have not. What belongs together is matched.
 */
export async function reconcileBank(shop: DemoShop, days: Days): Promise<void> {
  const { desks, book, orgCode } = shop
  const accountId = book.id('account', `${orgCode}/DG`)
  const startOn = dayIn(monthsOf(days).at(-2) as number, 1, days.today)
  const until = addDays(days.today, -3)
  const moved = await movedOn(shop, accountId, startOn)
  const known = moved.filter(({ day }) => day <= until).slice(0, -2)
  await desks.cashier.call(setBankStart, { body: { accountId, startOn } })
  const lines = [...known, ...bankAlone(until)]
  const file = Buffer.from(await written(shop, accountId, startOn, lines))
  await desks.cashier.upload(importStatement, { query: { accountId } }, { name: '对公账户明细.csv', content: file })
  const { proposals } = await desks.cashier.call(proposeMatches, { query: { accountId } })
  const groups = proposals.slice(0, mostGroups).map(({ way, lines: ofBank, entries }) => ({
    way,
    lineIds: ofBank.map(({ id }) => id),
    entryIds: entries.map(({ id }) => id),
  }))
  if (groups.length > 0) await desks.cashier.call(matchLines, { body: { accountId, groups } })
}

/** What of an account has moved since a day and was not taken back, in the order of days. */
const movedOn = ({ db, groupId }: DemoShop, accountId: number, from: string): Promise<Line[]> =>
  db.tenant(groupId, (tx) =>
    tx.query<Line>({
      text: `select l.biz_date as day, l.amount, coalesce(p.name, '') as name, coalesce(nullif(l.remark, ''), '货款') as words from account_ledger l
        join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
        left join partner p on p.group_id = d.group_id and p.id = d.partner_id
        where l.group_id = $1 and l.store_account_id = $2 and l.biz_date >= $3 and d.state not in ('reversed', 'voided', 'draft') and not d.is_red
        order by l.biz_date, l.id`,
      values: [groupId, accountId, from],
    }),
  )

/** The rows as a bank writes them, with the balance behind each. */
async function written({ db, groupId }: DemoShop, accountId: number, from: string, lines: readonly Line[]) {
  const before = await db.tenant(groupId, (tx) =>
    tx.one<{ balance: Decimal }>({
      text: `select a.opening_balance + coalesce((select sum(l.amount) from account_ledger l
          where l.group_id = $1 and l.store_account_id = $2 and l.biz_date < $3), 0) as balance
        from store_account a where a.group_id = $1 and a.id = $2`,
      values: [groupId, accountId, from],
    }),
  )
  let balance = before?.balance ?? '0'
  const rows = lines.map(({ day, amount, name, words }, i) => {
    balance = money(add(balance, amount))
    const [out, come] = isNegative(amount) ? [money(neg(amount)), ''] : ['', money(amount)]
    return [
      day,
      words.replaceAll(',', '，'),
      name,
      out,
      come,
      balance,
      `${day.replaceAll('-', '')}${String(i + 1).padStart(6, '0')}`,
    ].join(',')
  })
  return ['交易日期,摘要,对方户名,借方发生额,贷方发生额,余额,交易流水号', ...rows].join('\n')
}
