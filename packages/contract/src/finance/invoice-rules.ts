// What an invoice is made of, and the rules that editor, server and paper share (business/invoices).
import { add, compare, type Decimal, abs, isZero, money, mul, sub, sumOf } from '../kernel/decimal'

/** Sorts of invoices: fully digital ones, paper ones, and a plain receipt, which no tax bureau knows. */
export const invoiceSorts = {
  e_special: '数电专票',
  e_normal: '数电普票',
  p_special: '纸质专票',
  p_normal: '纸质普票',
  receipt: '收据',
} as const
export type InvoiceSort = keyof typeof invoiceSorts

/** Whether an invoice has a number of 20 digits and no code. */
export const isDigital = (sort: string): boolean => sort === 'e_special' || sort === 'e_normal'

/** Whether an invoice is a sheet of paper that can be voided in its month. */
export const isOnPaper = (sort: string): boolean => !isDigital(sort)

/** Whether the tax of an invoice may be deducted by who receives it. */
export const isSpecial = (sort: string): boolean => sort === 'e_special' || sort === 'p_special'

/** Code and number of an invoice. */
interface Numbers {
  sheetKind: string
  invoiceCode: string
  invoiceNo: string
}

/** What is wrong with code or number of an invoice of its sort, with the field; nothing of a receipt, which may have any (business/invoices 2). */
export function numberFault({
  sheetKind,
  invoiceCode,
  invoiceNo,
}: Numbers): { field: keyof Numbers; message: string } | undefined {
  if (sheetKind === 'receipt') return undefined
  if (isDigital(sheetKind)) {
    if (invoiceCode !== '') return { field: 'invoiceCode', message: '数电票没有发票代码' }
    return /^\d{20}$/.test(invoiceNo) ? undefined : { field: 'invoiceNo', message: '数电票号码应为20位数字' }
  }
  if (!/^(\d{10}|\d{12})$/.test(invoiceCode)) return { field: 'invoiceCode', message: '纸质发票代码应为10位或12位数字' }
  return /^\d{8}$/.test(invoiceNo) ? undefined : { field: 'invoiceNo', message: '纸质发票号码应为8位数字' }
}

/** Money of a line of an invoice, in yuan with 2 decimals. */
interface LineMoney {
  untaxed: Decimal
  taxRate: Decimal
  tax: Decimal
}

/** How far the tax of a line may lie from untaxed amount times rate, in yuan: what rounding a price with tax leaves. */
const taxTolerance = '0.06'

/** Whether the tax of a line is what its rate makes of it, within 0.06 yuan. */
export const isTaxOf = ({ untaxed, taxRate, tax }: LineMoney): boolean =>
  compare(abs(sub(tax, mul(untaxed, taxRate))), taxTolerance) <= 0

/** What an invoice comes to, in yuan with 2 decimals. */
export function invoiceTotals(lines: readonly Pick<LineMoney, 'untaxed' | 'tax'>[]) {
  const [untaxed, tax] = [sumOf(lines, (line) => line.untaxed), sumOf(lines, (line) => line.tax)]
  return { untaxed: money(untaxed), tax: money(tax), taxed: money(add(untaxed, tax)) }
}

/** How far what an invoice is for lies from what it comes to, in yuan; null where the two agree. */
export function linkGap(taxed: Decimal, amounts: readonly Decimal[]): Decimal | null {
  const gap = money(
    sub(
      taxed,
      sumOf(amounts, (amount) => amount),
    ),
  )
  return isZero(gap) ? null : gap
}
