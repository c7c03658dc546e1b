// Red invoices of parts of a blue one, and what they leave of it (business/invoices 3.1).
import { type LineFigures, type TakenLine, taxOfPart, without } from '@chepu/contract/finance/invoice-red'
import { invoiceTotals, isTaxOf } from '@chepu/contract/finance/invoice-rules'
import { abs, compare, type Decimal, isNegative, isZero, money, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { Tx } from '../../kernel/db/tx'
import type { Hold, Invoice } from './types'

type Line = Invoice['lines'][number]

/** A part of a blue invoice as its own document. */
interface Part {
  id: number
  billNo: string
  period: number
  certifiedMonth: number | null
}

/** The red invoices of parts of an invoice, in their order. */
export const partsOf = (tx: Tx, invoiceId: number): Promise<Part[]> =>
  tx.query({
    name: 'parts-of-invoice',
    text: 'select id, bill_no, period, certified_month from invoice where group_id = $1 and part_of = $2 order by id',
    values: [tx.groupId, invoiceId],
  })

/** What the parts of an invoice are for. */
export const linksOfParts = (tx: Tx, invoiceId: number): Promise<Hold[]> =>
  tx.query({
    name: 'links-of-parts',
    text: `select k.source_kind, k.source_id, k.open_item_id, k.amount from invoice r
      join invoice_link k on k.group_id = r.group_id and k.invoice_id = r.id
      where r.group_id = $1 and r.part_of = $2 order by r.id, k.line_no`,
    values: [tx.groupId, invoiceId],
  })

/** The lines of a blue invoice with the figures that its parts leave; what is gone stands there with nothing. */
export async function standingLines(tx: Tx, { id, lines }: Pick<Invoice, 'id' | 'lines'>): Promise<Line[]> {
  const taken = await tx.query<LineFigures & { lineNo: number }>({
    name: 'taken-of-invoice',
    text: `select l.line_no, -sum(l.qty) as qty, -sum(l.untaxed) as untaxed, -sum(l.tax) as tax from invoice r
      join invoice_line l on l.group_id = r.group_id and l.invoice_id = r.id
      where r.group_id = $1 and r.part_of = $2 group by l.line_no`,
    values: [tx.groupId, id],
  })
  const parts = new Map(taken.map((part) => [part.lineNo, part]))
  return lines.map((line) => {
    const part = parts.get(line.lineNo)
    return part ? { ...line, ...without(line, part) } : line
  })
}

/** Whether anything of a line still stands. */
export const isStanding = ({ untaxed, tax }: Pick<Line, 'untaxed' | 'tax'>): boolean => !isZero(untaxed) || !isZero(tax)

/** The tax that stands of lines, yuan. */
export const standingTax = (stands: readonly Line[]): Decimal => money(sumOf(stands, ({ tax }) => tax))

/** What is wrong with what is to be taken of lines, each fault with the number and the name of the blue line. */
export function takenFaults(stands: readonly Line[], asked: readonly TakenLine[]): FieldError[] {
  const lines = new Map(stands.map((line) => [line.lineNo, line]))
  const numbers = asked.map(({ lineNo }) => lineNo)
  const faults = asked.flatMap((part, i): FieldError[] => {
    const line = lines.get(part.lineNo)
    const [field, message] = line
      ? ((numbers.indexOf(part.lineNo) === i ? faultOf(line, part) : ['lineNo', '重复']) ?? [])
      : ['lineNo', '不在蓝字发票上']
    const place = `第${part.lineNo}行${line ? `「${line.name}」` : ''}`
    return field === undefined ? [] : [{ path: `input.lines.${i}.${field}`, message: `${place} ${message}` }]
  })
  if (faults.length > 0) return faults
  const [rest, taken] = [invoiceTotals(stands), invoiceTotals(asked)]
  // Beside a line that lessens the sheet the others come to more than it.
  return (['untaxed', 'tax'] as const)
    .filter((field) => compare(taken[field], rest[field]) > 0)
    .map((field) => ({
      path: 'input.lines',
      message: `可红冲${titles[field]}合计 ${rest[field]}，本次 ${taken[field]}`,
    }))
}

const titles = { untaxed: '未税金额', tax: '税额', qty: '数量' } as const

/** What is wrong with what is taken of one line, under its field. */
function faultOf(line: Line, part: TakenLine): [field: keyof TakenLine, message: string] | undefined {
  const beyond = (field: keyof typeof titles, stands: Decimal, taken: Decimal) =>
    [field, `可红冲${titles[field]} ${stands}，本次 ${taken}`] as [typeof field, string]
  if (isZero(part.untaxed)) return ['untaxed', '本次红冲金额不能为0']
  if (!isWithin(part.untaxed, line.untaxed)) return beyond('untaxed', line.untaxed, money(part.untaxed))
  if (!isWithin(part.tax, line.tax)) return beyond('tax', line.tax, money(part.tax))
  if (part.qty !== null && line.qty === null) return ['qty', '蓝字发票没有数量，只能红冲金额']
  if (part.qty !== null && !isWithin(part.qty, line.qty ?? '0'))
    return beyond('qty', trimZeros(line.qty ?? '0'), part.qty)
  const rest = without(line, part)
  const fits = isZero(rest.untaxed)
    ? isZero(rest.tax)
    : [part, rest].every((each) => isTaxOf({ ...each, taxRate: line.taxRate }))
  return fits ? undefined : ['tax', `税额应为 ${taxOfPart(line, part.untaxed)}`]
}

/** Whether a figure is nothing, or has the sign of what stands and is no more. */
const isWithin = (part: Decimal, stands: Decimal): boolean =>
  isZero(part) || (isNegative(part) === isNegative(stands) && compare(abs(part), abs(stands)) <= 0)
