// The bills that invoices are for, and how much of each invoices hold (business/invoices 1).
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { abs, add, compare, type Decimal, isNegative, isZero, money, neg, sub } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid } from '../../kernel/base/errors'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { billScope } from '../../kernel/money/bill-scope'
import type { Hold } from './types'

/** Kinds whose open items are for no goods or work of their own: slips of cards, which are bills themselves, and what moves money or a bill elsewhere. */
const otherwiseBilled = [cardVoucher.kind, 'collection', 'payment', 'write_off', 'partner_merge', 'fund_transfer']

/** What a manufacturer owes is billed by the settlement of his claims alone, which takes over what opened before (business/invoices 1.1). */
const isSettledClaim = sql<SqlBool>`(i.tab <> 'warranty' or i.source_kind = ${warrantySettlement.kind})`

/** A bill as invoices see it. Yuan, negative of what goes back. */
export interface Bill {
  sourceKind: string
  sourceId: number
  openItemId: number | null
  partnerId: number
  billNo: string
  bizDate: string
  payerType: string | null
  taxed: Decimal
  /** What member cards paid of it: the money was invoiced when it was paid into the card, and granted money is a discount. */
  byCard: Decimal
  invoiced: Decimal
  /** Whether the caller would be offered it. */
  isInSight: boolean
}

/**
 * Bills of one side as one table: open items, one a payer; and slips of cards, which are paid at once. What one organisation of a taxpayer
 * delivers or does for another is no sale, and what a manufacturer has not settled is no amount yet.
 */
export const bills = (tx: CallerTx, side: 'AR' | 'AP'): RawBuilder<unknown> => sql`(
  select a.*, case when a.taxed > 0 then greatest(a.taxed - a.by_card - a.invoiced, 0) else least(a.taxed - a.by_card - a.invoiced, 0) end as rest
  from (${itemBills(tx, side, [tx.caller.orgId])} ${side === 'AR' ? cardSlips(tx) : sql``}) a)`

/** The bills of one side that open items are, of some organisations. */
export const itemBills = (tx: CallerTx, side: 'AR' | 'AP', orgIds: readonly number[]): RawBuilder<unknown> => sql`
  select i.group_id, i.org_id, i.partner_id, i.source_kind, i.source_id, i.id as open_item_id, i.bill_no, i.biz_date, i.payer_type,
    i.original as taxed, ${paidByCard(['card_principal', 'card_gift'])} as by_card, i.invoiced
  from open_item i
  where i.group_id = ${tx.groupId} and ${isAnyOf('i.org_id', orgIds)} and i.side = ${side} and i.original <> 0 and not i.is_unconfirmed
    and i.source_kind <> all (${otherwiseBilled}) and ${isSettledClaim}
    and not exists (select from goods_document g where g.group_id = i.group_id and g.kind = i.source_kind and g.id = i.source_id
      and g.counter_org_id is not null and g.is_vat_sale is not true)
    and not exists (select from partner s
      join org theirs on theirs.group_id = s.group_id and theirs.id = s.system_org_id
      join org ours on ours.group_id = i.group_id and ours.id = i.org_id
      where s.group_id = i.group_id and s.id = i.partner_id and s.system_kind = 'sister_org' and (ours.company_id <> theirs.company_id) is not true)`

/** What of an open item `i` was settled in these ways of a member card, yuan with the sign of the item. */
export const paidByCard = (
  tenders: readonly ('card_principal' | 'card_gift')[],
): RawBuilder<unknown> => sql`coalesce((select sum(w.amount)
    from write_off_line w where w.group_id = i.group_id and w.open_item_id = i.id and w.tender = any (${[...tenders]})), 0.00)`

/** How much of an open item `i` invoices hold: none, part or the whole of what they may, and `waits` where that is the whole and a draft among them waits for its number; null of what is no bill of its own. */
export const invoiceStateOf = sql`case when i.source_kind = any (${otherwiseBilled}) or i.is_unconfirmed or not ${isSettledClaim} then null when i.invoiced = 0 then 'none'
  when i.invoiced <> i.original - ${paidByCard(['card_principal', 'card_gift'])} then 'part'
  when exists (select from invoice_link k join invoice v on v.group_id = k.group_id and v.id = k.invoice_id and v.state = 'draft'
    where k.group_id = i.group_id and k.source_kind = i.source_kind and k.source_id = i.source_id and k.open_item_id = i.id) then 'waits'
  else 'whole' end`

const cardSlips = (tx: CallerTx) => sql`union all
  select m.group_id, m.org_id, m.partner_id, m.kind, m.id, null, m.bill_no, m.biz_date, null, m.amount_due, 0.00, m.invoiced
  from money_slip m
  where m.group_id = ${tx.groupId} and m.org_id = ${tx.caller.orgId} and m.kind = ${cardVoucher.kind} and m.posted_at is not null
    and m.amount_due <> 0 and m.partner_id is not null`

const keyOf = ({ sourceKind, sourceId, openItemId }: Pick<Hold, 'sourceKind' | 'sourceId' | 'openItemId'>) =>
  openItemId === null ? `${sourceKind}:${sourceId}` : `item:${openItemId}`

/** Whether the caller is offered a bill `b` of a partner `p`. */
export const billsInSight = ({ caller }: CallerTx): RawBuilder<SqlBool> =>
  billScope(caller, { kind: sql`b.source_kind`, id: sql`b.source_id` })

/** The bills of one side that are named, those of the caller's organisation alone, with their rows locked in order: card slips, then open items. */
export async function lockBills(
  tx: CallerTx,
  side: 'AR' | 'AP',
  named: readonly Pick<Hold, 'sourceKind' | 'sourceId' | 'openItemId'>[],
): Promise<Map<string, Bill>> {
  if (named.length === 0) return new Map()
  const items = named.flatMap(({ openItemId }) => openItemId ?? [])
  const slips = named.flatMap(({ openItemId, sourceId }) => (openItemId === null ? [sourceId] : []))
  if (slips.length > 0)
    await tx.query({
      name: 'lock-invoiced-slips',
      text: 'select id from money_slip where group_id = $1 and id = any ($2::bigint[]) order by id for no key update',
      values: [tx.groupId, slips],
    })
  if (items.length > 0)
    await tx.query({
      name: 'lock-invoiced-items',
      text: 'select id from open_item where group_id = $1 and id = any ($2::bigint[]) order by id for no key update',
      values: [tx.groupId, items],
    })
  const rows =
    await tx.select(sql<Bill>`select b.source_kind, b.source_id, b.open_item_id, b.partner_id, b.bill_no, b.biz_date,
      b.payer_type, b.taxed, b.by_card, b.invoiced, ${billsInSight(tx)} as is_in_sight
    from ${bills(tx, side)} b join partner p on p.group_id = b.group_id and p.id = b.partner_id
    where b.open_item_id = any (${items}::bigint[]) or (b.open_item_id is null and b.source_id = any (${slips}::bigint[]))`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** The bill of a link among those that were locked. */
export const billOf = (known: ReadonlyMap<string, Bill>, link: Parameters<typeof keyOf>[0]): Bill | undefined => {
  const bill = known.get(keyOf(link))
  return bill?.sourceKind === link.sourceKind && bill.sourceId === link.sourceId ? bill : undefined
}

/** What is left of a bill to invoice beside what other invoices hold, yuan with its sign (business/invoices 1.3); `held` is what this one holds. */
export function restOf(
  { taxed, byCard, invoiced }: Pick<Bill, 'taxed' | 'byCard' | 'invoiced'>,
  held: Decimal = '0',
): Decimal {
  const rest = money(add(sub(sub(taxed, byCard), invoiced), held))
  return isNegative(rest) === isNegative(taxed) ? rest : '0.00'
}

/**
 * Faults of the links of an invoice for one partner, beside what it `held` before: each names a bill of his in sight, or of before, once, with its sign and within
 * what other invoices leave of it. The bills are locked.
 */
export function linkFaults(
  known: ReadonlyMap<string, Bill>,
  links: readonly Hold[],
  held: readonly Hold[],
  partnerId: number,
): FieldError[] {
  const before = new Map(held.map((hold) => [keyOf(hold), hold.amount]))
  const keys = links.map(keyOf)
  return links.flatMap((link, i): FieldError[] => {
    const fault = (message: string) => [{ path: `links.${i}.amount`, message: `第${i + 1}行 ${message}` }]
    const bill = billOf(known, link)
    if (!bill || !(bill.isInSight || before.has(keyOf(link)))) return fault('关联单据不存在，或不能开收票')
    if (bill.partnerId !== partnerId) return fault(`单据 ${bill.billNo} 不属于所选单位`)
    if (keys.indexOf(keys[i] as string) !== i) return fault(`单据 ${bill.billNo} 重复`)
    if (isZero(link.amount)) return fault(`单据 ${bill.billNo} 的关联金额不能为0`)
    const rest = restOf(bill, before.get(keyOf(link)))
    if (!isWithin(link.amount, rest))
      return fault(`单据 ${bill.billNo} 可关联 ${money(rest)}，本次 ${money(link.amount)}`)
    return []
  })
}

/** Whether an amount has the sign of what is left, and is no more. */
const isWithin = (amount: Decimal, rest: Decimal): boolean =>
  isNegative(amount) === isNegative(rest) && compare(abs(amount), abs(rest)) <= 0

/**
 * Adds to what invoices hold of bills; a negative amount of a positive bill gives back. The rows are locked; should they not have as much all
 * the same, nothing is kept.
 * @throws Failure invalid
 */
export async function hold(tx: CallerTx, holds: readonly Hold[]): Promise<void> {
  const [items, slips] = [
    holds.filter(({ openItemId }) => openItemId !== null),
    holds.filter(({ openItemId }) => openItemId === null),
  ]
  const sums = [
    ...(await addTo(
      tx,
      'open_item',
      'original',
      items.map(({ openItemId, amount }) => [openItemId as number, amount]),
    )),
    ...(await addTo(
      tx,
      'money_slip',
      'amount_due',
      slips.map(({ sourceId, amount }) => [sourceId, amount]),
    )),
  ]
  if (sums.some(({ isWithin: ok }) => !ok))
    invalid([{ path: 'links', message: '关联金额超过单据的可开票金额，请刷新后重试' }])
}

function addTo(
  tx: CallerTx,
  table: 'open_item' | 'money_slip',
  whole: string,
  rows: readonly (readonly [id: number, amount: Decimal])[],
) {
  if (rows.length === 0) return Promise.resolve([])
  return tx.query<{ isWithin: boolean }>({
    name: `hold-${table}`,
    text: `update ${table} t set invoiced = t.invoiced + n.amount
      from (select id, sum(amount) as amount from unnest($2::bigint[], $3::numeric[]) as u (id, amount) group by id) n
      where t.group_id = $1 and t.id = n.id
      returning t.invoiced * t.${whole} >= 0 and abs(t.invoiced) <= abs(t.${whole}) as is_within`,
    values: [tx.groupId, rows.map(([id]) => id), rows.map(([, amount]) => amount)],
  })
}

/** The same holds given back. */
export const givenBack = (holds: readonly Hold[]): Hold[] =>
  holds.map((each) => ({ ...each, amount: money(neg(each.amount)) }))
