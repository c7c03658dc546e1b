// What an order must be for its settlement, and what of its discounts needs somebody with higher limits (business/repair-settlement 7 and 10).
import { button } from '@chepu/contract/access/catalogue'
import { untaxedPart } from '@chepu/contract/kernel/amounts'
import { compare, equals, isZero, sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { discountExcesses } from '@chepu/contract/repair/discount-authority'
import type { Payer } from '@chepu/contract/repair/payer'
import type { LineFigures } from '@chepu/contract/repair/settlement-lines'
import { mayPress, sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairLine } from '../../kernel/repair/types'
import type { ChargedLine } from './charged'

/** What messages call the tables of lines. */
export const sectionTitles: Readonly<Record<RepairSection, string>> = {
  labour: '项目',
  materials: '材料',
  extras: '附加费',
  outsourced: '外协',
}

/** What the customer has not been asked about is not billed, and stands in the way of billing the rest (business/repair-settlement 10). */
export const openProblems = (lines: readonly RepairLine[]): string[] =>
  lines
    .filter(({ agreement }) => agreement === 'open')
    .map(
      ({ section, lineNo, partCode, name }) =>
        `${sectionTitles[section]}第${lineNo}行 [${partCode ?? name}] 客户尚未确认，请先确认增项或删除`,
    )

/** A line as messages name it. */
export const titleOf = ({ line, name }: ChargedLine) =>
  `${sectionTitles[line.section]}第${line.lineNo}行 [${line.partCode ?? name}]`

/**
 * Differences of what was quoted, issued and charged, and all else that is missing before lines may be settled, in words; none when they may be
 * (business/repair-settlement 10).
 */
export const lineProblems = (lines: readonly ChargedLine[]): string[] =>
  lines.flatMap((each) => problemsOf(each).map((problem) => `${titleOf(each)} ${problem}`))

function problemsOf({ line, work, facts }: ChargedLine): string[] {
  const issued = sub(line.issuedQty, line.returnedQty)
  if (line.agreement === 'open') return []
  if (line.agreement !== 'agreed') return [`客户未同意，但已领料 ${trimZeros(work.qty)}，请先退料`]
  if (line.section === 'materials') {
    const qty = trimZeros(line.qty)
    if (!equals(issued, work.qty))
      return [`领料单净领 ${trimZeros(issued)}，在修库存 ${trimZeros(work.qty)}，请刷新后重试`]
    if (!line.isCustomerSupplied && !line.isConsumable && !equals(issued, line.qty))
      return [`报价 ${qty}，净领 ${trimZeros(issued)}，计费 ${qty}，三者应一致`]
  }
  if (line.price === null && !line.isConsumable && !line.isCustomerSupplied) return ['尚未计价']
  const { payer, assessedAmount, netAmount } = line
  if (payer === 'insurance' && assessedAmount !== null && compare(netAmount, assessedAmount) > 0)
    return [`金额 ${netAmount} 超过定损金额 ${assessedAmount}，差额请另列自费或打折`]
  const isDispatched = line.section === 'labour' && facts.shares.length > 0
  const shares = sumOf(facts.shares, ({ share }) => share)
  return isDispatched && !equals(shares, '1') ? [`技师分摊合计 ${trimZeros(shares)}，应为 1`] : []
}

type FiguredLine = ChargedLine & LineFigures

/** Discounts beyond the caller's limits, in words; none when he may settle it himself (business/repair-settlement 7). */
export function excessesOf(
  tx: CallerTx,
  lines: readonly FiguredLine[],
  order: { taxIncluded: boolean; orderDiscount: string },
): string[] {
  const { limits, org } = tx.caller
  const measured = lines.filter(({ line }) => !line.isConsumable && !line.isCustomerSupplied)
  return discountExcesses(measured.map(authorityLine), order, {
    lineDiscount: limits.lineDiscount,
    orderDiscount: limits.orderDiscount,
    belowMin: mayPress(tx.caller, button('price', 'below_min')),
    belowCost: !org.config.forbidBelowCost || mayPress(tx.caller, button('price', 'below_cost')),
    seesFloors: sees(tx.caller, 'min_sale_price'),
  }).map(({ message }) => message)
}

/** What an order of 返工 gives away beside the work that it repeats is given like any gift (ADR 0237). */
const givenAs = (payer: Payer, name: string, { repeats }: ChargedLine['facts']) =>
  payer === 'rework' && !repeats ? { payer: 'gift' as const, name: `${name}（返工原单没有）` } : { payer, name }

const authorityLine = ({ line, facts, name, work, ...each }: FiguredLine) => ({
  lineNo: line.lineNo,
  ...givenAs(each.payer, name, facts),
  qty: line.qty,
  price: line.price ?? '0',
  discountRate: line.discountRate,
  grantedRate: each.payer === 'customer' ? facts.grantedRate : null,
  untaxed: untaxedPart(each.taxed, line.taxRate),
  discountShare: each.discountShare,
  discountShareUntaxed: untaxedPart(each.discountShare, line.taxRate),
  minPrice: line.partId === null ? null : facts.minPrice,
  cost: line.partId === null || isZero(work.qty) ? null : work.value,
})
