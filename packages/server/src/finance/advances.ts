import type { AdvanceAccount } from '@chepu/contract/kernel/money-document'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { add, compare, type Decimal, max, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { runningStates } from '@chepu/contract/kernel/states'
import { sql } from 'kysely'
import { seesBalance } from '../kernel/caller/balance-visibility'
import type { CallerTx } from '../kernel/db/tx'
import { allDocuments, isIn } from '../kernel/document/references'
import type { MoneySlip } from '../kernel/money/types'
import { lockItems } from '../kernel/ledgers/held-accounts'
import { refuse } from '../kernel/base/errors'

/** What is left of a partner's deposits for one order. */
interface TiedAdvance {
  sourceKind: string
  sourceId: number
  billNo: string
  /** False once the order is done or closed: its deposit is then money like any other (business/finance 2.4). */
  isOpen: boolean
  amount: Decimal
}

/** Deposits of a partner by order, in yuan: what slips tied to it have brought, less what was used for it or paid back. */
function tiedAdvances(tx: CallerTx, partnerId: number, account: AdvanceAccount): Promise<TiedAdvance[]> {
  return tx.select(sql<TiedAdvance>`
    select m.source_kind, m.source_id, d.bill_no, ${isIn('d', runningStates)} as is_open, sum(l.amount) as amount
    from partner_ledger l
    join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id and m.source_id is not null
    join ${allDocuments()} d on d.group_id = m.group_id and d.kind = m.source_kind and d.id = m.source_id
    where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.partner_id = ${partnerId} and l.account = ${account}
    group by m.source_kind, m.source_id, d.bill_no, d.kind, d.state order by m.source_id, m.source_kind`)
}

/** What was sent to a sister and she has not confirmed: it is nobody's to settle anything with. */
async function onItsWay(tx: CallerTx, partnerId: number, account: AdvanceAccount): Promise<Decimal> {
  if (account !== 'ADV_OUT') return '0.00'
  const row = await tx.one<{ amount: Decimal | null }>({
    name: 'money-on-its-way',
    text: `select sum(total) as amount from money_slip
      where group_id = $1 and org_id = $2 and kind = $3 and partner_id = $4 and state = $5`,
    values: [tx.groupId, tx.caller.orgId, fundTransfer.kind, partnerId, 'travelling'],
  })
  return row?.amount ?? '0.00'
}

/** Unused advance money of a partner, and what of it no open order has claimed; in yuan. */
export async function advanceBalance(
  tx: CallerTx,
  partnerId: number,
  account: AdvanceAccount,
): Promise<{ balance: Decimal; free: Decimal; tied: TiedAdvance[] }> {
  const row = await tx.one<{ balance: Decimal }>({
    name: 'advance-balance',
    text: `select balance from partner_balance where group_id = $1 and org_id = $2 and partner_id = $3 and account = $4`,
    values: [tx.groupId, tx.caller.orgId, partnerId, account],
  })
  const balance = row?.balance ?? '0.00'
  const tied = (await tiedAdvances(tx, partnerId, account)).filter(
    (each) => each.isOpen && compare(each.amount, '0') > 0,
  )
  const claimed = add(
    await onItsWay(tx, partnerId, account),
    sumOf(tied, (each) => each.amount),
  )
  return { balance, free: money(max(sub(balance, claimed), '0')), tied }
}

/** What an advance is used for: by a slip with the items that it settles. */
type Use = Pick<MoneySlip, 'partnerId' | 'sourceKind' | 'sourceId'> & Partial<Pick<MoneySlip, 'items'>>

/**
 * Locks a partner's advance and refuses to use more than is there for the purpose: a deposit may be used only for its
 * own order until that is closed (business/finance 2.4). Items are held before. `amount` in yuan, above zero.
 */
export async function assertAdvance(
  tx: CallerTx,
  use: Use & { account: AdvanceAccount; amount: Decimal },
): Promise<void> {
  if (use.items && use.items.length > 0) await lockItems(tx, tx.caller, use.items)
  await tx.query({
    name: 'lock-advance',
    text: `select balance from partner_balance where group_id = $1 and org_id = $2 and partner_id = $3 and account = $4 for no key update`,
    values: [tx.groupId, tx.caller.orgId, use.partnerId, use.account],
  })
  const { free, tied } = await advanceBalance(tx, use.partnerId, use.account)
  const own = tied.find((each) => each.sourceKind === use.sourceKind && each.sourceId === use.sourceId)
  const usable = use.sourceId !== null && own ? own.amount : free
  if (compare(use.amount, usable) <= 0) return
  const name = use.account === 'ADV_IN' ? '预收款' : '预付款'
  const others = sumOf(
    tied.filter((each) => each !== own),
    (each) => each.amount,
  )
  if (!seesBalance(tx.caller, use.account)) refuse(`${name}余额不足，需要 ${money(use.amount)}`)
  const note = compare(others, '0') > 0 ? `，另有订金 ${money(others)} 只能用于其订单` : ''
  refuse(`${name}余额不足：可用 ${money(usable)}，需要 ${money(use.amount)}${note}`)
}
