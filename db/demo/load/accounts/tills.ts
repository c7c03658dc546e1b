import { type Counts, declaredCash, denominations as values, sealTill, tillDay } from '@chepu/contract/finance/till'
import {
  add,
  type Decimal,
  div,
  equals,
  isNegative,
  isPositive,
  mul,
  sub,
  truncate,
} from '@chepu/contract/kernel/decimal'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import { createRandom } from '../../random'
import type { DemoShop } from '../shop'
import type { Days } from './calendar'

/** Cash was counted wrongly once: from which of its days on, and by how much. */
const mistakes: Record<string, { day: number; amount: Decimal }> = {
  '01': { day: 40, amount: '5.00' },
  '02': { day: 12, amount: '-2.00' },
}

/** The cashier hands over most of his days: one in twelve was forgotten, and those of the last three are still to come. */
export async function handOver(shop: DemoShop, { today }: Days): Promise<void> {
  const { cashier } = shop.desks
  const random = createRandom(`tills ${shop.orgCode}`)
  const cash = shop.book.id('account', `${shop.orgCode}/XJ`)
  let mistake = mistakes[shop.orgCode]
  for (const [i, day] of (await daysOf(shop, addDays(today, -3))).entries()) {
    if (random.chance(1 / 12)) continue
    const { accounts } = await cashier.call(tillDay, { query: { day } })
    if (accounts.length === 0) continue
    const before = mistake
    const declared = accounts.map(({ accountId, accountKind, ledger }) => {
      const off = mistake && i >= mistake.day && accountId === cash && isPositive(ledger) ? mistake.amount : '0'
      if (off !== '0') mistake = undefined
      if (accountKind !== 'cash') return { accountId, ledger, declared: ledger, denominations: null }
      const counted = isNegative(ledger) ? off : add(ledger, off)
      const denominations = notesOf(counted)
      return { accountId, ledger, declared: declaredCash(denominations, ledger), denominations }
    })
    const isExact = declared.every((each) => equals(each.declared, each.ledger))
    const remark = isExact ? '' : mistake === before ? '分币找零' : '找零有误'
    await cashier.call(sealTill, { body: { day, remark, accounts: declared } })
  }
}

/** The fewest notes and coins that come to an amount, but for what no coin is small enough for. */
function notesOf(amount: Decimal): Counts {
  const counts: Counts = {}
  let rest = amount
  for (const value of values) {
    const pieces = truncate(div(rest, value), 0)
    if (!isPositive(pieces)) continue
    counts[value] = Number.parseInt(pieces, 10)
    rest = sub(rest, mul(pieces, value))
  }
  return counts
}

/** Days before one on which the shop's cashier has moved money, the oldest first. */
async function daysOf({ db, groupId, orgId, cashierId }: DemoShop, before: string): Promise<string[]> {
  const rows = await db.tenant(groupId, (tx) =>
    tx.query<{ bizDate: string }>({
      text: `select distinct biz_date from money_slip
        where group_id = $1 and org_id = $2 and poster_id = $3 and biz_date < $4 order by biz_date`,
      values: [groupId, orgId, cashierId, before],
    }),
  )
  return rows.map(({ bizDate }) => bizDate)
}
