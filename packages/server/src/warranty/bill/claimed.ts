// What settlements have billed manufacturers for, line by line, and which bill claims it (business/three-guarantees 3.3).
import { type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { type BillState, settleable } from '@chepu/contract/warranty/warranty-bill'
import type { CallerTx } from '../../kernel/db/tx'

/** A settled line that a manufacturer is to pay. Money in yuan with tax, 2 decimals. */
export interface ClaimedLine {
  id: number
  section: RepairSection
  /** Empty of a part. */
  name: string
  serviceItemId: number | null
  partId: number | null
  pricingMode: 'hours' | 'fixed' | null
  stdHours: Decimal
  qty: Decimal
  taxRate: Decimal
  /** Who stands for the manufacturer today: he himself, or the one that he was merged into. */
  manufacturerId: number
  /** What the settlement has billed, and what refunds have taken back of it. */
  claimed: Decimal
  backAmount: Decimal
  backQty: Decimal
  /** The bill that claims it; null while none does. */
  billNo: string | null
}

/** Whether something of a line is left to claim, and no bill claims it. */
export const isOpen = ({ billNo, claimed, backAmount }: ClaimedLine): boolean =>
  billNo === null && isPositive(sub(claimed, backAmount))

/** Bills `b` that hold the lines that they name. */
export const liveBill = `b.kind = 'warranty_bill' and b.state not in ('voided', 'reversed') and not b.is_red`

/** What of a line `r` a bill that stands claims: its number. */
const billOfLine = `(select b.bill_no from repair_line c
        join repair_document b on b.group_id = c.group_id and b.id = c.document_id
        where c.group_id = r.group_id and c.source_line_id = r.id and ${liveBill} limit 1)`

/** What a manufacturer was billed for line `r` of a settlement. */
const claimedOfLine = 'coalesce(r.assessed_amount, r.net_amount)'

/** What refunds `t` that stand have taken back of a line `r`: so much of this column. */
const backOfLine = (
  column: string,
  stands = `t.state = 'done'`,
): string => `coalesce((select sum(k.${column}) from repair_line k
        join repair_document t on t.group_id = k.group_id and t.id = k.document_id
        where k.group_id = r.group_id and k.source_line_id = r.id and t.kind = 'repair_refund' and ${stands} and not t.is_red), 0)`

/** What of a line `r` of a settlement is still claimed, in yuan with tax, by the refunds `t` that stand. */
export const openAmountBy = (stands?: string): string => `${claimedOfLine} - ${backOfLine('assessed_amount', stands)}`
export const openAmount = openAmountBy()

/** Whether a manufacturer pays a line `r` of a settlement, and no bill claims it. */
export const isOpenLine = `r.payer = 'warranty' and ${claimedOfLine} > 0 and ${openAmount} > 0 and ${billOfLine} is null`

/** Lines of a settlement that manufacturers pay, in their order; those of which all was refunded too. */
export const claimedLines = (tx: CallerTx, settlementId: number): Promise<ClaimedLine[]> =>
  tx.query<ClaimedLine>({
    name: 'claimed-lines-of-settlement',
    text: `select r.id, r.section, case when r.part_id is null then r.name else '' end as name, r.service_item_id, r.part_id, r.pricing_mode,
        r.std_hours, r.qty, r.tax_rate, coalesce(p.merged_into_id, p.id) as manufacturer_id, ${claimedOfLine} as claimed,
        ${backOfLine('assessed_amount')} as back_amount, ${backOfLine('qty')} as back_qty, ${billOfLine} as bill_no
      from repair_line r join partner p on p.group_id = r.group_id and p.id = r.payer_partner_id
      where r.group_id = $1 and r.document_id = $2 and r.payer = 'warranty' order by r.section, r.line_no`,
    values: [tx.groupId, settlementId],
  })

/**
 * Says why lines of a settlement are neither taken back nor given again while a bill claims them: its amount would not be what was billed any more; undefined where none does.
 * Bills are made behind the lock of the settlement.
 */
export async function billInTheWay(tx: CallerTx, settledLineIds: readonly number[]): Promise<string | undefined> {
  if (settledLineIds.length === 0) return undefined
  const row = await tx.one<{ billNo: string; state: BillState }>({
    name: 'bill-of-settled-lines',
    text: `select b.bill_no, b.state from repair_line c
      join repair_document b on b.group_id = c.group_id and b.id = c.document_id
      where c.group_id = $1 and c.source_line_id = any ($2::bigint[]) and ${liveBill} order by b.id limit 1`,
    values: [tx.groupId, [...settledLineIds]],
  })
  return row && `三包单 ${row.billNo} ${standingOf(row.state)}`
}

/** What a bill that is in the way says of its lines: what was given up is settled, and what was answered is owed. */
const standingOf = (state: BillState): string => {
  if (state === 'closed') return '已放弃索赔，该行不能退单'
  return state === 'settled' || settleable.includes(state) ? '已由厂家确认，该行不能退单' : '已存在，请先作废'
}

/** Lets go of the lines of settlements that bills have named, once these come to nothing. */
export const looseLines = (tx: CallerTx, billIds: readonly number[]): void =>
  tx.send({
    name: 'loose-lines-of-bills',
    text: 'update repair_line set source_line_id = null where group_id = $1 and document_id = any ($2::bigint[])',
    values: [tx.groupId, [...billIds]],
  })
