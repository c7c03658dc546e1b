import { borneBy } from '../kernel/charged-share'
import { type Decimal, min, money, sub } from '../kernel/decimal'
import { type PayerType, payerTypes } from '../kernel/payer-types'
import type { PartnerRole } from '../kernel/partner-roles'

/** Who pays a line of a work order (business/repair-settlement 1). */
export type Payer = PayerType
export const payers = Object.keys(payerTypes) as Payer[]

/** What it means for a line that this payer pays it. */
interface PayerRule {
  /** The role of the partner who owes it. Only a sister organisation is one for internal work: own departments are no partners. */
  partner: PartnerRole | null
  /** What the line says as long as it names no partner; undefined where it need not name one. */
  unnamed?: string
  /** What the line is priced by. */
  priceBasis: 'list' | 'assessed' | 'claim' | 'internal' | 'nothing'
  /** What is owed for it, and whether the partner has still to confirm that. */
  receivable: 'due' | 'unconfirmed' | 'ofSisters' | 'nothing'
  /** The kind of revenue in the books: that of the line's section, or one of the payer's own. What sisters owe is by section. */
  revenue: 'bySection' | 'warranty_revenue' | 'revenue_internal' | 'nothing'
}

/** The rules of the payers (business/repair-settlement 1). */
export const payerRules: Readonly<Record<Payer, PayerRule>> = {
  customer: { partner: 'customer', priceBasis: 'list', receivable: 'due', revenue: 'bySection' },
  insurance: {
    partner: 'insurer',
    unnamed: '请选择保险公司',
    priceBasis: 'assessed',
    receivable: 'due',
    revenue: 'bySection',
  },
  warranty: {
    partner: 'manufacturer',
    unnamed: '请选择三包厂家',
    priceBasis: 'claim',
    receivable: 'unconfirmed',
    revenue: 'warranty_revenue',
  },
  internal: { partner: 'sister', priceBasis: 'internal', receivable: 'ofSisters', revenue: 'revenue_internal' },
  rework: { partner: null, priceBasis: 'nothing', receivable: 'nothing', revenue: 'nothing' },
  gift: { partner: null, priceBasis: 'list', receivable: 'nothing', revenue: 'bySection' },
}

/** As whom a payer owes (business/ledgers 5.1). Sisters owe as customers do: what was done for them is sold to them. */
export const owesAs = (payer: Payer): 'customer' | 'insurance' | 'warranty' =>
  payer === 'insurance' || payer === 'warranty' ? payer : 'customer'

/** Quantity and net amount of a line, or of a part of it. */
interface LinePart {
  /** At most 4 decimals. */
  qty: Decimal
  /** Yuan with 2 decimals, in the tax mode of the order. */
  net: Decimal
}

/**
 * 拆分行: the two lines that a line becomes so that each has its own payer (business/repair-settlement 1). By quantity each bears the
 * amount of its pieces; by amount all pieces stay with the first, and the second is money alone. Both figures of the two always add up
 * to the line's. More than the line has is the whole of it.
 */
export function splitLine(
  line: LinePart,
  by: { qty: Decimal } | { net: Decimal },
): { first: LinePart; second: LinePart } {
  const first =
    'qty' in by
      ? { qty: min(by.qty, line.qty), net: borneBy(line.net, by.qty, line.qty) }
      : { qty: line.qty, net: money(min(by.net, line.net)) }
  return { first, second: { qty: sub(line.qty, first.qty), net: money(sub(line.net, first.net)) } }
}
