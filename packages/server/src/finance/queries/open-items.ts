import { advances, sideOf } from '@chepu/contract/kernel/money-document'
import { pageOf } from '@chepu/contract/access/catalogue'
import type { currentReceive, depositOrders, OpenItemRow } from '@chepu/contract/finance/lookups'
import type { DataOf } from '@chepu/contract/kernel/route'
import { runningStates } from '@chepu/contract/kernel/states'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { snake } from '../../kernel/db/names'
import { isOverdueOn } from '../../kernel/query/overdue'
import { allOf, isAnyOf } from '../../kernel/caller/scope'
import { allDocuments, isIn } from '../../kernel/document/references'
import { billScope } from '../../kernel/money/bill-scope'
import { advanceBalance } from '../advances'
import { collectionTraits, paymentTraits } from '../slip/traits'
import { broughtOf, carriedBy, stillToCome } from '../slip/cod'
import { givenUp } from '../write-off/bad-debts'
import { accountScope } from './partner-scope'

interface Asked {
  partnerId?: number | undefined
  itemIds?: number[] | undefined
  sourceKind?: string | undefined
  sourceIds?: number[] | undefined
  side: 'AR' | 'AP' | 'both'
  cod?: boolean | undefined
  badDebt?: boolean | undefined
  redBlue?: boolean | undefined
}

const amounts = {
  original: sql`i.original`,
  settled: sql`i.written_off`,
  discounted: sql`i.discounted`,
  balance: sql`i.balance`,
}

/** What a row tells of an open item `i` and its partner `p`. */
export function itemFields() {
  const today = shanghaiDay()
  return {
    id: sql`i.id`,
    side: sql`i.side`,
    partnerId: sql`i.partner_id`,
    partnerName: sql`p.name`,
    sourceKind: sql`i.source_kind`,
    sourceId: sql`i.source_id`,
    billNo: sql`i.bill_no`,
    bizDate: sql`i.biz_date`,
    dueOn: sql`i.due_on`,
    overdueDays: sql`case when ${sql.raw(isOverdueOn)} ${today}::date then ${today}::date - i.due_on else 0 end`,
    remark: sql`i.remark`,
    ...amounts,
  }
}

/** What a slip is told besides: as whom the partner owes it. */
const slipFields = () => ({ ...itemFields(), payerType: sql`i.payer_type` })

/** The same for SELECT, some figures in the place of others; amounts only where the caller may see the balances of all sides. */
function itemColumns(caller: Caller, side: Asked['side'], figures: Partial<typeof amounts> = {}): RawBuilder<unknown> {
  const sides = side === 'both' ? (['AR', 'AP'] as const) : [side]
  const isShown = sides.every((each) => seesBalance(caller, each))
  const fields = Object.entries({ ...slipFields(), ...figures }).filter(([name]) => isShown || !(name in amounts))
  return sql.join(fields.map(([name, value]) => sql`${value} as ${sql.ref(snake(name))}`))
}

/** Open items `i` of partners `p` that the caller is offered: of who sees no balances of theirs, what is owed on documents of his own (business/access 7). */
export const itemScope = (caller: Caller) => billScope(caller, { kind: sql`i.source_kind`, id: sql`i.source_id` })

const accountPages = { AR: ['collection', 'write_off', 'receivable'], AP: ['payment', 'write_off', 'payable'] } as const

/** The asked sides of which the caller has a page; undefined when there is none. */
function openSide(caller: Caller, side: Asked['side']): Asked['side'] | undefined {
  const isOpen = (each: 'AR' | 'AP') => mayPress(caller, accountPages[each].map(pageOf))
  if (side !== 'both') return isOpen(side) ? side : undefined
  const [first, second] = (['AR', 'AP'] as const).filter(isOpen)
  return second ? 'both' : first
}

/**
 * Open items of one partner, oldest due first, with his unused advance money (in the order of business/finance 2.3), on the sides whose
 * pages the caller has. Of a partner whose account he does not see it is what is owed on his own documents alone.
 */
export async function openItemsOf(tx: CallerTx, wanted: Asked): Promise<DataOf<typeof currentReceive>> {
  const side = openSide(tx.caller, wanted.side)
  if (!side) return { partner: null, advances: [], rows: [] }
  const asked = { ...wanted, side }
  const found = await partnerOf(tx, asked)
  if (!found) return { partner: null, advances: [], rows: [] }
  const { seesAccount, ...partner } = found
  const ofPartner = { ...asked, partnerId: partner.id }
  if (wanted.badDebt) return { partner, advances: [], rows: side === 'AP' ? [] : await badDebtsOf(tx, partner.id) }
  if (!wanted.cod) {
    const ahead = seesAccount ? await advancesOf(tx, partner.id, asked.side) : []
    return { partner, advances: ahead, rows: await openRows(tx, ofPartner) }
  }
  const brought = side === 'AP' ? [] : await collectedBy(tx, partner.id)
  const owed = side === 'AR' ? [] : await openRows(tx, { ...ofPartner, side: 'AP' })
  return { partner, advances: [], rows: [...brought, ...owed] }
}

const openRows = (tx: CallerTx, asked: Asked): Promise<OpenItemRow[]> =>
  tx.select(sql<OpenItemRow>`
    select ${itemColumns(tx.caller, asked.side)} from open_item i
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    where ${allOf(conditions(tx, asked))} order by i.due_on, i.bill_no, i.id limit 1000`)

/** What a carrier still owes of what he has collected, the oldest delivery first: his part of each item, whosever it is. */
function collectedBy(tx: CallerTx, carrierId: number): Promise<OpenItemRow[]> {
  const figures = { original: sql`d.cod_amount`, settled: broughtOf(), discounted: sql`0.00`, balance: stillToCome() }
  return tx.select(sql<OpenItemRow>`select ${itemColumns(tx.caller, 'AR', figures)}
    from open_item i ${carriedBy(carrierId)}
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    where i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.side = 'AR' and ${stillToCome()} > 0 and ${itemScope(tx.caller)}
    order by i.biz_date, i.bill_no, i.id limit 1000`)
}

/** Receivables of a partner of which something was given up and has not come back, the oldest first. */
const badDebtsOf = (tx: CallerTx, partnerId: number): Promise<OpenItemRow[]> =>
  tx.select(sql<OpenItemRow>`select ${itemColumns(tx.caller, 'AR', { balance: givenUp() })}
    from open_item i
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    where i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.side = 'AR' and i.partner_id = ${partnerId} and ${givenUp()} > 0
      and ${itemScope(tx.caller)}
    order by i.biz_date, i.bill_no, i.id limit 1000`)

function conditions(tx: CallerTx, asked: Asked): RawBuilder<SqlBool>[] {
  const found = [
    sql<SqlBool>`i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.balance <> 0`,
    itemScope(tx.caller),
    asked.redBlue
      ? sql<SqlBool>`(not i.is_claim or i.source_kind = ${repairSettlement.kind})`
      : sql<SqlBool>`not i.is_claim`,
  ]
  if (asked.partnerId !== undefined) found.push(sql<SqlBool>`i.partner_id = ${asked.partnerId}`)
  if (asked.side !== 'both') found.push(sql<SqlBool>`i.side = ${asked.side}`)
  return found
}

/** The named partner, or the one to whom the first of the named items belongs; whose account the caller sees, or something open of him. */
async function partnerOf(tx: CallerTx, asked: Asked) {
  const named: RawBuilder<SqlBool>[] = []
  if (asked.partnerId !== undefined) named.push(sql<SqlBool>`p.id = ${asked.partnerId}`)
  if (asked.itemIds) named.push(ownsItem(tx, isAnyOf('i.id', asked.itemIds)))
  if (asked.sourceKind && asked.sourceIds)
    named.push(
      ownsItem(tx, sql<SqlBool>`i.source_kind = ${asked.sourceKind} and ${isAnyOf('i.source_id', asked.sourceIds)}`),
    )
  if (named.length === 0) return undefined
  const open = ownsItem(tx, sql<SqlBool>`i.balance <> 0 and ${itemScope(tx.caller)}`)
  const [partner] = await tx.select<{ id: number; name: string; cusFlag: number; seesAccount: boolean }>(
    sql`select p.id, p.name, p.cus_flag, ${accountScope(tx.caller)} as sees_account from partner p
      where p.group_id = ${tx.groupId} and (${accountScope(tx.caller)} or ${open}) and ${allOf(named)} order by p.id limit 1`,
  )
  return partner
}

const ownsItem = (tx: CallerTx, which: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select 1 from open_item i where i.group_id = p.group_id and i.org_id = ${tx.caller.orgId}
    and i.partner_id = p.id and ${which})`

async function advancesOf(tx: CallerTx, partnerId: number, side: Asked['side']) {
  const accounts = Object.values(advances).filter((account) => side === 'both' || sideOf(account) === side)
  const found: DataOf<typeof currentReceive>['advances'] = []
  for (const account of accounts) {
    if (!seesBalance(tx.caller, sideOf(account))) continue
    const { free, tied } = await advanceBalance(tx, partnerId, account)
    found.push({ account, amount: free, sourceKind: null, sourceId: null, sourceNo: null })
    for (const { amount, sourceKind, sourceId, billNo } of tied)
      found.push({ account, amount, sourceKind, sourceId, sourceNo: billNo })
  }
  return found
}

/** Confirmed orders of a partner in the caller's sight that still run; a deposit may be tied to them. */
export async function ordersForDeposit(
  tx: CallerTx,
  asked: { partnerId: number; side: 'AR' | 'AP' },
): Promise<DataOf<typeof depositOrders>> {
  if (!openSide(tx.caller, asked.side)) return { rows: [] }
  const { deposit } = asked.side === 'AR' ? collectionTraits : paymentTraits
  const rows = await tx.select<DataOf<typeof depositOrders>['rows'][number]>(
    sql`select s.id, s.kind, s.bill_no, s.biz_date, s.state, v.plate from ${allDocuments()} s
      join partner p on p.group_id = s.group_id and p.id = s.partner_id
      left join repair_document o on o.group_id = s.group_id and o.id = s.id and o.kind = s.kind
      left join vehicle v on v.group_id = o.group_id and v.id = o.vehicle_id
      where s.group_id = ${tx.groupId} and s.org_id = ${tx.caller.orgId} and s.partner_id = ${asked.partnerId} and s.kind = any (${[...(deposit?.kinds('deposit') ?? [])]})
        and ${isIn('s', runningStates)} and not s.is_red and ${billScope(tx.caller, { kind: sql`s.kind`, id: sql`s.id` })}
      order by s.id desc limit 100`,
  )
  return { rows }
}
