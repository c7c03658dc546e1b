// Which bills the searches of 三包 count, and what became of the money of each: one condition and one set of figures for all of them (business/three-guarantees 8.1).
import { countedStates } from '@chepu/contract/kernel/states'
import { type BillFilters, waitingStates } from '@chepu/contract/warranty/searches'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, startingWith, within } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { bringsIn, stands } from '../../kernel/money/paid'
import { namesCar } from '../../kernel/repair/list'
import { repairScope } from '../../kernel/repair/scope'

const counted = countedStates(warrantyBill).filter((state) => state !== 'reversed')

/** Bills `d` that are approved and were not undone, in the caller's sight and as he asks for them. */
export const countedBills = (tx: CallerTx, filters: BillFilters): RawBuilder<SqlBool> => billsIn(tx, filters, counted)

/** Those that nobody has approved yet: they count nowhere, though the manufacturer owes already what their settlements have billed. */
export const waitingBills = (tx: CallerTx, filters: BillFilters): RawBuilder<SqlBool> =>
  billsIn(tx, filters, waitingStates)

function billsIn({ caller }: CallerTx, filters: BillFilters, among: readonly string[]): RawBuilder<SqlBool> {
  const { from, to, orgs, manufacturerId, state, billNo, car } = filters
  const states = state === undefined ? [...among] : among.filter((one) => state.split(',').includes(one))
  const conditions: RawBuilder<SqlBool>[] = [
    sql`${repairScope(caller, warrantyBill.area)} and ${within(caller, orgs)}`,
    sql`d.kind = ${warrantyBill.kind} and not d.is_red and d.state = any (${states})`,
  ]
  if (from) conditions.push(sql`d.biz_date >= ${from}`)
  if (to) conditions.push(sql`d.biz_date <= ${to}`)
  if (manufacturerId) conditions.push(sql`d.manufacturer_id = ${manufacturerId}`)
  if (billNo) conditions.push(sql`d.bill_no like ${startingWith(billNo.toUpperCase())}`)
  if (car) conditions.push(namesCar(car))
  return allOf(conditions)
}

/**
 * What a figure of a settlement comes to for each of its bills by a weight: round2 of the running share less that before it, so that the bills of a
 * settlement add up to the figure to the fen (ADR 0397).
 */
const shareOf = (figure: string, weight: string, { settlement = 's.id', line = 'c.line_no' } = {}) => {
  const whole = `nullif(sum(${weight}) over (partition by ${settlement}), 0)`
  const running = (frame: string) =>
    `coalesce(round(${figure} * sum(${weight}) over (partition by ${settlement} order by ${line} ${frame}) / ${whole}, 2), 0.00)`
  return `${running('rows unbounded preceding')} - ${running('rows between unbounded preceding and 1 preceding')}`
}

/** What is kept back of a bill `c` of a settlement `s` by name. */
const ownDeduction = `coalesce((select sum(k.amount) from claim_line k
    where k.group_id = c.group_id and k.document_id = s.id and k.section = 'deductions' and k.bill_id = c.bill_id), 0.00)`

/** What is kept back of none of its bills. */
const deductedOfAll = sql`(select coalesce(sum(k.amount), 0.00) as amount from claim_line k
    where k.group_id = s.group_id and k.document_id = s.id and k.section = 'deductions'
      and not exists (select from claim_line b where b.group_id = k.group_id and b.document_id = s.id and b.section = 'bills' and b.bill_id = k.bill_id))`

/**
 * Bills of settlements `s` that stand, each with its part of what is kept back, of what was paid and of what was given up or taken over by others: `bill_id`, `settled_on`,
 * `deducted`, `collected`, `collected_on`, `waived`. What is kept back of no bill is shared by what was agreed to, what is paid by what is owed after that, and what is given up
 * by what is owed after both.
 */
const settledShares = (which: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`(
    select p.bill_id, p.settled_on, p.deducted, p.collected, p.collected_on, ${sql.raw(
      shareOf('p.waived_of_all', '(p.owed - p.collected)', { settlement: 'p.id', line: 'p.line_no' }),
    )} as waived
    from (
      select o.*, ${sql.raw(shareOf('o.paid', 'o.owed', { settlement: 'o.id', line: 'o.line_no' }))} as collected
      from (
        select b.*, b.confirmed_amount - b.deducted as owed
        from (
          select s.id, c.bill_id, c.line_no, s.biz_date as settled_on, c.confirmed_amount, i.paid, i.cleared - i.paid as waived_of_all, i.collected_on,
            ${sql.raw(ownDeduction)} + ${sql.raw(shareOf('k.amount', 'c.confirmed_amount'))} as deducted
          from claim_document s
          cross join lateral ${deductedOfAll} k
          join claim_line c on c.group_id = s.group_id and c.document_id = s.id and c.section = 'bills'
          left join lateral (
            select sum(i.original - i.balance) as cleared, sum(coalesce(w.paid, 0.00)) as paid, case when sum(i.balance) = 0 then max(w.last_on) end as collected_on
            from open_item i left join lateral (
              select sum(w.amount) as paid, max(w.biz_date) as last_on from write_off_line w
              where w.group_id = i.group_id and w.open_item_id = i.id and ${bringsIn} and ${stands}) w on true
            where i.group_id = s.group_id and i.source_kind = s.kind and i.source_id = s.id and i.original <> 0
          ) i on true
          where s.kind = 'warranty_settlement' and s.state = 'done' and ${which}
        ) b
      ) o
    ) p)`

/** Shares of the settlements that have these bills `d`, to be joined by bill; of bills beside them, too. */
export const sharesOf = ({ groupId }: CallerTx, bills: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  settledShares(sql<SqlBool>`s.group_id = ${groupId} and s.id in (select c.document_id from repair_document d
        join claim_line c on c.group_id = d.group_id and c.bill_id = d.id and c.section = 'bills' where ${bills} and d.state = 'settled')`)

/** One figure of the shares of a bill `d` alone; null while no settlement has it. */
export const shareOfBill = (
  figure: 'settled_on' | 'deducted' | 'collected' | 'collected_on' | 'waived',
): RawBuilder<unknown> =>
  sql`(select h.${sql.raw(figure)} from ${settledShares(sql<SqlBool>`s.group_id = d.group_id and s.id = (
      select c.document_id from claim_line c join claim_document t on t.group_id = c.group_id and t.id = c.document_id
      where c.group_id = d.group_id and c.bill_id = d.id and c.section = 'bills' and t.kind = 'warranty_settlement' and t.state = 'done' limit 1)`)} h
    where h.bill_id = d.id)`

/** The claim under which the manufacturer has a bill `d`: one of its columns. */
export const ofClaim = (column: string): RawBuilder<unknown> => sql`(select ${sql.raw(column)} from claim_line c
    join claim_document s on s.group_id = c.group_id and s.id = c.document_id and s.kind = 'warranty_claim' and s.state in ('sent', 'answered', 'done')
    where c.group_id = d.group_id and c.bill_id = d.id and c.section = 'bills' order by s.id desc limit 1)`

/** The day on which a bill `d` was sent, and that of the last answer to it; null before. */
export const claimedOn = ofClaim('s.sent_on')
export const confirmedOn = sql`case when d.confirmed_amount is not null then (select max(q.biz_date) from claim_line c
    join claim_document q on q.group_id = c.group_id and q.id = c.document_id and q.kind = 'claim_confirmation' and q.state = 'done'
    where c.group_id = d.group_id and c.bill_id = d.id and c.section = 'verdicts') end`

/** Claimed and not answered; nothing of what was given up. */
export const awaiting = sql`case when d.confirmed_amount is null and d.state <> 'closed' then d.total_amount else 0.00 end`

/** Agreed to and still open, after what was kept back of it, paid and given up: of figures of shares. */
export const unpaid = (
  figure: (name: 'deducted' | 'collected' | 'waived') => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(coalesce(d.confirmed_amount, 0.00) - coalesce(${figure('deducted')}, 0.00) - coalesce(${figure('collected')}, 0.00) - coalesce(${figure('waived')}, 0.00))`

/** The same of shares `h`. */
export const unpaidOfShares = unpaid((name) => sql.raw(`h.${name}`))
