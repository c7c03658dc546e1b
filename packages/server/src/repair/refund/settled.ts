// What a settlement charged, and what refunds that stand have taken back of it.
import { borneBy } from '@chepu/contract/kernel/charged-share'
import { type Decimal, isPositive, isZero } from '@chepu/contract/kernel/decimal'
import type { Payer } from '@chepu/contract/repair/payer'
import type { SettledLine } from '@chepu/contract/repair/refund-figures'
import { figuresOf, type SettlementLine } from '@chepu/contract/repair/settlement-lines'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairLine } from '../../kernel/repair/types'
import { type UsedItem, usesOf } from '../../cards/public'
import { sectionOf } from '../settlement/charged'

/** A line of a settlement as its row stands, with what went back of it; sums of nothing are null. */
interface SettledRow extends RepairLine {
  partName: string | null
  unitName: string | null
  unitDecimals: number | null
  /** What of its material became a cost; null of a line that had none. */
  usedQty: Decimal | null
  backQty: Decimal | null
  backTaxed: Decimal | null
  backCoupon: Decimal | null
  backDiscount: Decimal | null
  backGift: Decimal | null
  backSalvage: Decimal | null
  backDeductible: Decimal | null
  backClaimed: Decimal | null
  backPackage: Decimal | null
}

/** A settled line as refunds count it, with the row that it comes from. */
export interface RefundableLine extends SettledLine {
  row: SettledRow
  name: string
  /** What of packages covers it. */
  uses: readonly UsedItem[]
  /** Its material came out of the stock, and may go back into it. */
  mayRestock: boolean
}

/** The lines of a settlement, with what refunds that stand have taken back of each; a payer that was merged into another is that other. Asked behind its lock where more is to be taken. */
export async function refundableLines(tx: CallerTx, settlementId: number): Promise<RefundableLine[]> {
  const rows = await tx.query<SettledRow>({
    name: 'refundable-lines',
    text: `select l.*, p.code as part_code, p.name as part_name, u.name as unit_name, u.decimals as unit_decimals, coalesce(o.merged_into_id, o.id) as payer_partner_id, w.qty as used_qty, b.*
      from repair_line l
      left join partner o on o.group_id = l.group_id and o.id = l.payer_partner_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      left join unit u on u.group_id = p.group_id and u.id = p.unit_id
      left join (
        select doc_line_id, -sum(qty) as qty from wip_ledger
        where group_id = $1 and doc_kind = 'repair_settlement' and doc_id = $2 group by doc_line_id
      ) w on w.doc_line_id = l.id
      left join (
        select r.source_line_id as settled_line_id, sum(r.qty) as back_qty, sum(r.taxed_amount) as back_taxed, sum(r.coupon_share) as back_coupon,
          sum(r.discount_share) as back_discount, sum(r.gift_share) as back_gift, sum(r.salvage_share) as back_salvage,
          sum(r.deductible_share) as back_deductible, sum(r.assessed_amount) as back_claimed, sum(r.package_value) as back_package
        from repair_line r join repair_document d on d.group_id = r.group_id and d.id = r.document_id
        where r.group_id = $1 and d.kind = 'repair_refund' and d.settlement_id = $2 and d.state = 'done' and not d.is_red
        group by r.source_line_id
      ) b on b.settled_line_id = l.id
      where l.group_id = $1 and l.document_id = $2 order by l.section, l.line_no`,
    values: [tx.groupId, settlementId],
  })
  const used = rows.some(({ packageValue }) => packageValue !== null) ? await usesOf(tx, settlementId) : []
  return rows.map((row) => refundableLine(row, used))
}

function refundableLine(row: SettledRow, used: readonly UsedItem[]): RefundableLine {
  const line = chargedAs(row)
  const figures = figuresOf(line, sharesOf(row))
  const usedQty = row.usedQty ?? '0'
  const mayRestock = row.partId !== null && isPositive(usedQty)
  return {
    ...line,
    ...figures,
    cost: row.costAmount,
    id: row.id,
    // Of consumables nobody said how many: what was used of them.
    qty: row.isConsumable ? usedQty : row.qty,
    row,
    name: row.name || (row.partName ?? row.partCode ?? ''),
    mayRestock,
    uses: used.filter(({ settledId }) => settledId === row.id),
    refunded: takenBack(row, line, figures),
  }
}

const chargedAs = (row: SettledRow): SettlementLine => ({
  section: sectionOf[row.section],
  payer: row.payer as Payer,
  payerPartnerId: row.payerPartnerId,
  departmentId: row.payerDepartmentId,
  net: row.netAmount,
  taxRate: row.taxRate,
  packageValue: row.packageValue,
  claimed: row.payer === 'warranty' ? (row.assessedAmount ?? row.netAmount) : null,
  // Work for own departments has an output where its type of business counts it.
  countsOutput: !isZero(row.outputAmount),
  cost: row.costAmount,
  supplierId: row.supplierId,
})

const sharesOf = (row: SettledRow) => ({
  taxed: row.taxedAmount,
  couponShare: row.couponShare,
  discountShare: row.discountShare,
  giftShare: row.giftShare,
  salvageShare: row.salvageShare,
  deductibleShare: row.deductibleShare,
})

/** What went back follows from its shares as what was charged does; its part without tax was counted from the beginning. */
function takenBack(
  row: SettledRow,
  line: SettlementLine,
  whole: ReturnType<typeof figuresOf>,
): SettledLine['refunded'] {
  const claimed = line.claimed === null ? null : (row.backClaimed ?? '0')
  const { profit: _, ...back } = figuresOf(
    { ...line, claimed, packageValue: line.packageValue === null ? null : (row.backPackage ?? '0.00') },
    {
      taxed: row.backTaxed ?? '0',
      couponShare: row.backCoupon ?? '0',
      discountShare: row.backDiscount ?? '0',
      giftShare: row.backGift ?? '0',
      salvageShare: row.backSalvage ?? '0',
      deductibleShare: row.backDeductible ?? '0',
    },
  )
  return {
    ...back,
    earnedUntaxed: borneBy(whole.earnedUntaxed, back.earned, whole.earned),
    reductionUntaxed: borneBy(whole.reductionUntaxed, back.reduction, whole.reduction),
    qty: row.backQty ?? '0',
    packageValue: row.backPackage ?? '0.00',
  }
}
