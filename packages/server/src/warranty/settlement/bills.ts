// Bills as a settlement takes them: which may be settled, what they have opened, and their old parts (business/three-guarantees 7.2).
import { type Decimal, equals, money, sumOf } from '@chepu/contract/kernel/decimal'
import { type BillState, settleable, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { repairScope } from '../../kernel/repair/scope'
import { openAmount } from '../bill/claimed'
import { standsFor } from '../bill/stands-for'
import { confirmedOn } from '../queries/counted-bills'
import type { TakenItem } from './posting'

/** A bill that a settlement names, as it is held. Money in yuan with tax. */
export interface SettledBill {
  id: number
  billNo: string
  state: BillState
  /** Who stands for the manufacturer today. */
  manufacturerId: number
  claimed: Decimal
  /** What he agreed to; null while he has not answered. */
  confirmed: Decimal | null
  /** What he did not agree to, line by line. */
  rejected: Decimal
  /** The day of his last answer. */
  answeredOn: string | null
  isAppealed: boolean
  /** The settlement that has it, but for the one that asks. */
  settlementNo: string | null
}

/** Bills `d` in the caller's sight, of the organisation in which he works. */
const ofCaller = ({ groupId, caller }: CallerTx) =>
  sql<SqlBool>`d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.kind = ${warrantyBill.kind} and not d.is_red
    and ${repairScope(caller, warrantyBill.area)}`

/** The settlement that stands and has a bill `d`, but for one: its number. */
const settlementOf = (but: number | null): RawBuilder<string | null> => sql`(select s.bill_no from claim_line c
    join claim_document s on s.group_id = c.group_id and s.id = c.document_id
    where c.group_id = d.group_id and c.bill_id = d.id and c.section = 'bills' and s.kind = 'warranty_settlement' and s.state <> 'voided'
      and s.id is distinct from ${but}::bigint order by s.id limit 1)`

/**
 * Refuses to take back or to contest the answer to bills that a settlement has, be it a draft. Asked behind the locks of the bills, which who names them in a settlement takes.
 * @throws Failure refusal (business/three-guarantees 5.4)
 */
export async function assertInNoSettlement(tx: CallerTx, billIds: readonly number[]): Promise<void> {
  const rows = await tx.select<{ billNo: string; settlementNo: string | null }>(
    sql`select d.bill_no, ${settlementOf(null)} as settlement_no from repair_document d
      where d.group_id = ${tx.groupId} and d.id = any (${[...billIds]}::bigint[]) order by d.id`,
  )
  const taken = rows.find(({ settlementNo }) => settlementNo !== null)
  if (taken) refuse(`三包单 ${taken.billNo} 已在三包结算单 ${taken.settlementNo} 中，请先移除`)
}

/** Whether the last verdict on some line of a bill `d` is contested. */
const isAppealed = sql<boolean>`exists (select from claim_line c
    join claim_document s on s.group_id = c.group_id and s.id = c.document_id and s.kind = 'claim_confirmation' and s.state = 'done'
    where c.group_id = d.group_id and c.bill_id = d.id and c.is_appeal and not exists (select from claim_line later
      join claim_document after on after.group_id = later.group_id and after.id = later.document_id and after.kind = s.kind and after.state = 'done'
      where later.group_id = c.group_id and later.bill_line_id = c.bill_line_id and later.id > c.id))`

/** Bills by id, held in that order before anything is read of them: who waited sees what the other has made. Those that the caller may not see are missing. `but` is the settlement that asks. */
export async function holdBills(tx: CallerTx, ids: readonly number[], but: number | null): Promise<SettledBill[]> {
  const named = sql<SqlBool>`${ofCaller(tx)} and d.id = any (${[...ids]}::bigint[])`
  await tx.select(sql`select d.id from repair_document d where ${named} order by d.id for no key update of d`)
  return tx.select<SettledBill>(sql`select d.id, d.bill_no, d.state, ${sql.raw(standsFor('d'))} as manufacturer_id, d.total_amount as claimed,
      d.confirmed_amount as confirmed, d.rejected_amount as rejected, ${confirmedOn} as answered_on, ${isAppealed} as is_appealed, ${settlementOf(but)} as settlement_no
    from repair_document d where ${named} order by d.id`)
}

/** Bills `d` of a manufacturer that may be settled. */
export const settleableOf = (tx: CallerTx, partnerId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`${ofCaller(tx)} and ${sql.raw(standsFor('d'))} = ${partnerId} and d.state = any (${[...settleable]}) and ${settlementOf(null)} is null
    and not ${isAppealed}`

/**
 * What bills have opened on their manufacturer, item by item, held: their part of what the settlement of the order billed, what the bill itself
 * did, and what verdicts have changed. It comes to what he agreed to of each.
 * @throws Failure refusal where some of it was settled otherwise
 */
export async function itemsOfBills(
  tx: CallerTx,
  partnerId: number,
  bills: readonly SettledBill[],
): Promise<TakenItem[]> {
  const ids = bills.map(({ id }) => id)
  const rows = await tx.select<TakenItem & { billId: number; balance: Decimal; billNo: string }>(sql`
    select b.id as bill_id, i.id as open_item_id, i.bill_no, i.balance, case when i.source_kind = 'repair_settlement' then (
        select coalesce(sum(${sql.raw(openAmount)}), 0.00) from repair_line c
        join repair_line r on r.group_id = c.group_id and r.id = c.source_line_id
        where c.group_id = b.group_id and c.document_id = b.id) else i.balance end as amount
    from repair_document b
    join open_item i on i.group_id = b.group_id and i.side = 'AR' and i.tab = 'warranty' and i.original <> 0
      and i.partner_id in (select p.id from partner p where p.group_id = b.group_id and ${partnerId} in (p.id, p.merged_into_id))
      and (i.warranty_bill_id = b.id or (i.source_kind, i.source_id) in ((b.kind, b.id), ('repair_settlement', b.settlement_id)))
    where b.group_id = ${tx.groupId} and b.id = any (${ids}::bigint[]) order by i.id, b.id for no key update of i`)
  for (const { id, billNo, confirmed } of bills) {
    const sum = sumOf(
      rows.filter(({ billId }) => billId === id),
      ({ amount }) => amount,
    )
    if (!equals(sum, confirmed ?? '0'))
      refuse(`三包单 ${billNo} 确认 ${confirmed ?? '0.00'}，账上未结 ${money(sum)}，请先撤销其收款或核销`)
  }
  return rows.map(({ openItemId, amount }) => ({ openItemId, amount }))
}

/** Old parts `o` of a line `l` that the manufacturer wants back and nobody has sent. */
const isWaiting = sql<SqlBool>`(o.id is null or o.state in ('stored', 'packed'))`
const isRefused = sql<SqlBool>`o.state = 'refused'`
const isMissing = sql<SqlBool>`o.state in ('lost', 'scrapped')`
const oldParts = sql`repair_line l
    left join old_part o on o.group_id = l.group_id and o.bill_line_id = l.id and o.state <> 'dropped'
    where l.returns_old_part and l.group_id = d.group_id and l.document_id = d.id`

/** What of the old parts of a bill `d` is still here, what he has refused, what is missing, and what he agreed to for the latter two. */
export const oldPartFigures = {
  waitingParts: sql<number>`(select count(*)::int from ${oldParts} and ${isWaiting})`,
  refusedParts: sql<number>`(select count(*)::int from ${oldParts} and ${isRefused})`,
  missingParts: sql<number>`(select count(*)::int from ${oldParts} and ${isMissing})`,
  proposedDeduction: sql<Decimal>`(select coalesce(sum(least(l.confirmed_amount, round(l.confirmed_amount / l.qty, 2))), 0.00) from ${oldParts} and (${isMissing} or ${isRefused}))`,
}

/**
 * The first of some bills of which an old part that the manufacturer wants back was not sent, or was refused by him while nothing is deducted for it:
 * its number, and how many.
 */
export const firstWaiting = async (
  tx: CallerTx,
  ids: readonly number[],
  deductedIds: readonly number[],
): Promise<{ billNo: string; count: number } | undefined> =>
  (
    await tx.select<{ billNo: string; count: number }>(sql`
    select d.bill_no, count(*)::int as count from repair_document d
    join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.returns_old_part
    left join old_part o on o.group_id = l.group_id and o.bill_line_id = l.id and o.state <> 'dropped'
    where d.group_id = ${tx.groupId} and d.id = any (${[...ids]}::bigint[]) and (${isWaiting} or ${isRefused} and d.id <> all (${[...deductedIds]}::bigint[]))
    group by d.id, d.bill_no order by d.id limit 1`)
  )[0]
