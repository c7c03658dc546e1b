import { type Decimal, money, sub } from '../kernel/decimal'

interface CostedLine {
  untaxed: Decimal
  taxed: Decimal
  discountShare: Decimal
  discountShareUntaxed: Decimal
}

/**
 * Inventory value of a purchase line (business/documents 3.7), yuan with 2 decimals: without tax when the tax can be
 * deducted, that is for a general taxpayer with a special invoice; else with tax; less the line's share of the order
 * discount on the same basis.
 */
export function costBasis(line: CostedLine, invoiceKind: string, taxpayerKind: 'general' | 'small'): Decimal {
  const isDeductible = taxpayerKind === 'general' && invoiceKind === 'special'
  return money(isDeductible ? sub(line.untaxed, line.discountShareUntaxed) : sub(line.taxed, line.discountShare))
}
