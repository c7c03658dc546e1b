// What stands on the invoices for some bills: their lines put together, and divided into sheets (business/invoices 4).
import {
  abs,
  add,
  allocate,
  compare,
  type Decimal,
  div,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  money,
  mul,
  neg,
  round,
  sub,
  sumOf,
  trimZeros,
  truncate,
} from '@chepu/contract/kernel/decimal'
import { untaxedPart } from '@chepu/contract/kernel/amounts'
import type { InvoiceLine } from '@chepu/contract/finance/invoice-document'
import type { Hold } from './types'

/** A line of a document as an invoice takes it; the amount is with tax, in yuan. */
export interface BillLine {
  name: string
  taxClass: string
  spec: string
  unitName: string
  /** Null where the line tells none. */
  qty: Decimal | null
  taxRate: Decimal
  taxed: Decimal
}

/** What of a bill is invoiced now, with the lines that it is made of. */
export interface BilledPart extends Hold {
  lines: readonly BillLine[]
}

/** How lines stand on the sheet: each of them, or one for each rate. */
type Layout = 'lines' | 'rates'

/** One sheet: its lines and what of which bill it is for. */
export interface Sheet {
  lines: InvoiceLine[]
  links: Hold[]
}

/**
 * The lines for some bills of one partner as they stand on sheets. Lines of the same name, rate and price are one; what goes back lessens the
 * lines of its rate; null where more goes back at some rate than is charged at it.
 */
export function linesOfSheets(parts: readonly BilledPart[], layout: Layout): InvoiceLine[] | null {
  const lines = netted(merged(parts.flatMap(linesOfPart), layout))
  return lines && lines.length > 0 ? lines.map(written) : null
}

/** How many sheets lines take of which none has more than `limit` without tax, in yuan. */
export function sheetCount(lines: readonly InvoiceLine[], limit: Decimal): Decimal {
  const untaxed = sumOf(lines, (line) => line.untaxed)
  return add(truncate(div(sub(untaxed, '0.01'), limit), 0), '1')
}

/** The sheets that lines make: none has more than `limit` without tax, and all together come to the bills to the fen, with their taxes. */
export const sheetsOf = (lines: readonly InvoiceLine[], parts: readonly BilledPart[], limit: Decimal | null): Sheet[] =>
  linked(divided(lines, limit), parts)

/** The lines of a bill, which come to what is invoiced of it; of a part of it they tell no quantities. What goes back is told as it went. */
export function linesOfPart({ amount, lines }: BilledPart): BillLine[] {
  const told = sumOf(lines, ({ taxed }) => taxed)
  if (isZero(told)) return lines.slice(0, 1).map((line) => ({ ...line, qty: null, taxed: amount }))
  const goesBack = isNegative(told) !== isNegative(amount)
  const whole = goesBack ? neg(told) : told
  const shares = allocate(
    amount,
    lines.map(({ taxed }) => taxed),
  )
  const isWhole = compare(whole, amount) === 0
  const qtyOf = ({ qty }: BillLine) => (qty === null || !isWhole ? null : goesBack ? neg(qty) : qty)
  return lines.map((line, i) => ({ ...line, qty: qtyOf(line), taxed: shares[i] as Decimal }))
}

/** Lines that differ in nothing but quantity and amount as one, in the order of their first. */
function merged(lines: readonly BillLine[], layout: Layout): BillLine[] {
  const found = new Map<string, BillLine>()
  for (const each of lines) {
    const line = layout === 'rates' ? { ...each, name: '详见清单', spec: '', unitName: '', qty: null } : each
    const { name, taxClass, spec, unitName, qty, taxRate, taxed } = line
    const price = qty === null || isZero(qty) ? '' : round(div(taxed, qty), 4)
    const byRate = layout === 'rates' ? '' : taxClass
    const key = [name, byRate, spec, unitName, trimZeros(taxRate), price].join('\u0000')
    const same = found.get(key)
    if (!same) found.set(key, line)
    else
      found.set(key, {
        ...same,
        qty: same.qty && qty ? add(same.qty, qty) : null,
        taxed: money(add(same.taxed, taxed)),
      })
  }
  return [...found.values()].filter(({ taxed }) => !isZero(taxed))
}

/** What goes back taken from the other lines of its rate, in proportion; null where a rate comes to nothing or less beside what is charged. */
function netted(lines: readonly BillLine[]): BillLine[] | null {
  const result: BillLine[] = []
  for (const taxRate of new Set(lines.map((line) => trimZeros(line.taxRate)))) {
    const ofRate = lines.filter((line) => trimZeros(line.taxRate) === taxRate)
    const total = sumOf(ofRate, ({ taxed }) => taxed)
    const charged = ofRate.filter(({ taxed }) => isPositive(taxed))
    if (isNegative(total)) return null
    if (isZero(total)) continue
    const shares = allocate(
      total,
      charged.map(({ taxed }) => taxed),
    )
    result.push(...charged.map((line, i) => ({ ...line, taxed: shares[i] as Decimal })))
  }
  return result.filter(({ taxed }) => isPositive(taxed))
}

/** A line as it stands on the sheet: without tax, and the tax beside it. */
function written({ taxed, qty, ...line }: BillLine): InvoiceLine {
  const untaxed = untaxedPart(taxed, line.taxRate)
  return {
    ...line,
    ...priced(qty && !isZero(qty) ? abs(qty) : null, untaxed),
    untaxed,
    tax: money(sub(taxed, untaxed)),
  }
}

/** Quantity and the price that makes the amount of it; neither where no price of 8 decimals does. */
function priced(qty: Decimal | null, untaxed: Decimal): Pick<InvoiceLine, 'qty' | 'price'> {
  if (qty === null) return { qty: null, price: null }
  const price = trimZeros(round(div(untaxed, qty), 8))
  return compare(money(mul(qty, price)), untaxed) === 0 ? { qty: trimZeros(qty), price } : { qty: null, price: null }
}

/** Lines in sheets of at most `limit` without tax; a line that does not fit goes on in the next one. */
function divided(lines: readonly InvoiceLine[], limit: Decimal | null): InvoiceLine[][] {
  if (limit === null) return [[...lines]]
  const sheets: InvoiceLine[][] = []
  let sheet: InvoiceLine[] = []
  let room = limit
  for (const line of lines) {
    let rest: InvoiceLine | null = line
    while (rest) {
      if (!isPositive(room)) {
        sheets.push(sheet)
        sheet = []
        room = limit
      }
      const piece: InvoiceLine = compare(rest.untaxed, room) <= 0 ? rest : pieceOf(rest, room)
      sheet.push(piece)
      room = money(sub(room, piece.untaxed))
      rest = piece === rest ? null : without(rest, piece)
    }
  }
  return [...sheets, sheet]
}

/** Of a line that is divided no quantities are told: a sheet has no 3.39 of 10 pieces. */
const noQty = { qty: null, price: null }

/** A piece of a line that has so much without tax. */
function pieceOf(line: InvoiceLine, untaxed: Decimal): InvoiceLine {
  const tax = min(money(mul(untaxed, line.taxRate)), line.tax)
  return { ...line, ...noQty, untaxed: money(untaxed), tax: money(tax) }
}

/** What a piece leaves of its line. */
const without = (line: InvoiceLine, piece: InvoiceLine): InvoiceLine => ({
  ...line,
  ...noQty,
  untaxed: money(sub(line.untaxed, piece.untaxed)),
  tax: money(sub(line.tax, piece.tax)),
})

/** Which sheet is for what of which bill: what goes back stands on the first one, the rest in the order of the bills. */
function linked(sheets: readonly InvoiceLine[][], parts: readonly BilledPart[]): Sheet[] {
  const holds = parts.map(({ lines: _, ...hold }) => hold)
  const back = holds.filter(({ amount }) => isNegative(amount))
  let waiting = holds.filter(({ amount }) => isPositive(amount))
  return sheets.map((lines, i) => {
    const first = i === 0 ? back : []
    const taxed = sumOf(lines, (line) => add(line.untaxed, line.tax))
    let wanted = sub(
      taxed,
      sumOf(first, ({ amount }) => amount),
    )
    const taken: Hold[] = []
    const left: Hold[] = []
    for (const each of waiting) {
      const amount = min(each.amount, wanted)
      if (isPositive(amount)) taken.push({ ...each, amount: money(amount) })
      const rest = sub(each.amount, max('0', amount))
      if (isPositive(rest)) left.push({ ...each, amount: money(rest) })
      wanted = sub(wanted, max('0', amount))
    }
    waiting = left
    return { lines, links: [...first, ...taken] }
  })
}
