import { pageOf } from '@chepu/contract/access/catalogue'
import type { currentReceive, depositOrders, OpenItemRow } from '@chepu/contract/finance/lookups'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/calendar'
import { type Caller, mayPress, sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { isOverdueOn } from '../../kernel/overdue'
import { allOf, isAnyOf } from '../../kernel/scope'
import { advanceBalance } from '../advances'
import { partnerScope } from './partner-scope'

interface Asked {
  partnerId?: number | undefined
  itemIds?: number[] | undefined
  sourceKind?: string | undefined
  sourceIds?: number[] | undefined
  side: 'AR' | 'AP' | 'both'
}

/** True when the caller may see balances of the account: receivables as 应收余额, payables as purchase prices (DOMAIN 10.5). */
export const seesBalance = (caller: Caller, side: 'AR' | 'AP'): boolean =>
  sees(caller, side === 'AR' ? 'ar_balance' : 'purchase_price')

/** Amount columns of open items `i` on the sides whose balances the caller may see; the others are left out. */
export function itemAmounts(caller: Caller, side: Asked['side']): RawBuilder<unknown> {
  const sides = side === 'both' ? (['AR', 'AP'] as const) : [side]
  return sides.every((each) => seesBalance(caller, each))
    ? sql`, i.original, i.written_off as settled, i.discounted, i.balance`
    : sql``
}

/** Columns of an open item `i` with its partner `p`. */
export const itemColumns = (caller: Caller, side: Asked['side']): RawBuilder<unknown> =>
  sql`i.id, i.side, i.partner_id, p.name as partner_name, i.source_kind, i.source_id, i.bill_no, i.biz_date, i.due_on,
    case when ${sql.raw(isOverdueOn)} ${shanghaiDay()}::date then ${shanghaiDay()}::date - i.due_on else 0 end as overdue_days,
    i.remark ${itemAmounts(caller, side)}`

const accountPages = { AR: ['collection', 'write_off', 'receivable'], AP: ['payment', 'write_off', 'payable'] } as const

/** The asked sides of which the caller has a page; undefined when there is none. */
function openSide(caller: Caller, side: Asked['side']): Asked['side'] | undefined {
  const isOpen = (each: 'AR' | 'AP') => mayPress(caller, accountPages[each].map(pageOf))
  if (side !== 'both') return isOpen(side) ? side : undefined
  const [first, second] = (['AR', 'AP'] as const).filter(isOpen)
  return second ? 'both' : first
}

/**
 * Open items of one partner, oldest due first, with his unused advance money (DOMAIN 8.2, 自动核销 order), on the sides whose
 * pages the caller has.
 */
export async function openItemsOf(tx: CallerTx, wanted: Asked): Promise<DataOf<typeof currentReceive>> {
  const side = openSide(tx.caller, wanted.side)
  if (!side) return { partner: null, advances: [], rows: [] }
  const asked = { ...wanted, side }
  const partner = await partnerOf(tx, asked)
  if (!partner) return { partner: null, advances: [], rows: [] }
  const rows = await tx.select<OpenItemRow>(sql<OpenItemRow>`
    select ${itemColumns(tx.caller, asked.side)} from open_item i
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    where ${allOf(conditions(tx, { ...asked, partnerId: partner.id }))} order by i.due_on, i.bill_no, i.id limit 1000`)
  return { partner, advances: await advancesOf(tx, partner.id, asked.side), rows }
}

function conditions(tx: CallerTx, asked: Asked): RawBuilder<SqlBool>[] {
  const found = [
    sql<SqlBool>`i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.balance <> 0`,
    partnerScope(tx.caller),
  ]
  if (asked.partnerId !== undefined) found.push(sql<SqlBool>`i.partner_id = ${asked.partnerId}`)
  if (asked.side !== 'both') found.push(sql<SqlBool>`i.side = ${asked.side}`)
  return found
}

/** The named partner, or the one to whom the first of the named items belongs. */
async function partnerOf(tx: CallerTx, asked: Asked) {
  const named: RawBuilder<SqlBool>[] = []
  if (asked.partnerId !== undefined) named.push(sql<SqlBool>`p.id = ${asked.partnerId}`)
  if (asked.itemIds) named.push(ownsItem(tx, isAnyOf('i.id', asked.itemIds)))
  if (asked.sourceKind && asked.sourceIds)
    named.push(
      ownsItem(tx, sql<SqlBool>`i.source_kind = ${asked.sourceKind} and ${isAnyOf('i.source_id', asked.sourceIds)}`),
    )
  if (named.length === 0) return undefined
  const [partner] = await tx.select<{ id: number; name: string; cusFlag: number }>(
    sql`select p.id, p.name, p.cus_flag from partner p
      where p.group_id = ${tx.groupId} and ${partnerScope(tx.caller)} and ${allOf(named)} order by p.id limit 1`,
  )
  return partner
}

const ownsItem = (tx: CallerTx, which: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select 1 from open_item i where i.group_id = p.group_id and i.org_id = ${tx.caller.orgId}
    and i.partner_id = p.id and ${which})`

async function advancesOf(tx: CallerTx, partnerId: number, side: Asked['side']) {
  const accounts = (['ADV_IN', 'ADV_OUT'] as const).filter(
    (account) => side === 'both' || (account === 'ADV_IN') === (side === 'AR'),
  )
  const found: DataOf<typeof currentReceive>['advances'] = []
  for (const account of accounts) {
    if (!seesBalance(tx.caller, account === 'ADV_IN' ? 'AR' : 'AP')) continue
    const { free, tied } = await advanceBalance(tx, partnerId, account)
    found.push({ account, amount: free, sourceId: null, sourceNo: null })
    for (const each of tied)
      found.push({ account, amount: each.amount, sourceId: each.sourceId, sourceNo: each.billNo })
  }
  return found
}

/** Confirmed orders of a partner in the caller's sight that still run; a deposit may be tied to them. */
export async function ordersForDeposit(
  tx: CallerTx,
  asked: { partnerId: number; side: 'AR' | 'AP' },
): Promise<DataOf<typeof depositOrders>> {
  if (!openSide(tx.caller, asked.side)) return { rows: [] }
  const kind = asked.side === 'AR' ? 'sales_order' : 'purchase_order'
  const rows = await tx.select<{ id: number; billNo: string; bizDate: string; state: string }>(
    sql`select d.id, d.bill_no, d.biz_date, d.state from goods_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.partner_id = ${asked.partnerId} and d.kind = ${kind}
        and d.state in ('submitted', 'approved', 'partial') and not d.is_red and ${partnerScope(tx.caller)}
      order by d.id desc limit 100`,
  )
  return { rows }
}
