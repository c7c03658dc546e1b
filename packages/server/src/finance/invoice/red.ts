// 红冲 and 部分红冲: red invoices with numbers of their own beside the blue one (business/invoices 3).
import type { LineFigures, TakenLine } from '@chepu/contract/finance/invoice-red'
import { invoiceTotals, linkGap } from '@chepu/contract/finance/invoice-rules'
import {
  abs,
  add,
  type Decimal,
  div,
  equals,
  isNegative,
  isZero,
  money,
  mul,
  neg,
  round,
  sub,
  trimZeros,
} from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRed } from '../../kernel/document/red'
import type { ActionHandler } from '../../kernel/document/run-action'
import { periodOf } from '../../kernel/ledgers/types'
import { assertNotAdjusted } from './adjustments'
import { billOf, givenBack, hold, linkFaults, lockBills } from './bills'
import { isStanding, linksOfParts, standingLines, takenFaults } from './parts'
import { invoices, writeRows } from './repo'
import { assertNumber, assertOpen, type Numbers, numbersOf } from './sheet-number'
import type { Hold, Invoice, InvoiceTraits } from './types'

type Handler = ActionHandler<Invoice, 'issued' | 'reversed'>
type Line = Invoice['lines'][number]

/** 红冲: takes back what stands of an invoice; its bills are free again, and so are those of its parts (business/invoices 3). */
export const red = ({ def, side }: InvoiceTraits): Handler => {
  return async (tx, doc, { input, reason }) => {
    await assertNotAdjusted(tx, doc, '红冲')
    const numbers = await redNumbers(tx, doc, input as Numbers)
    const lines = (await standingLines(tx, doc)).filter(isStanding)
    const links = givenBack([...doc.links, ...(await linksOfParts(tx, doc.id))])
    await lockBills(tx, side, links)
    await hold(tx, links)
    const rows = { lines: lines.map((line) => redLine(line, line)), links }
    await writeRed(tx, def, doc, { numbers, reason, rows, relation: { redOf: doc.id, partOf: null } })
    return 'reversed'
  }
}

/**
 * 部分红冲: takes a part of an invoice back, for bills of what went back (business/invoices 3.1). The header is locked, so that of two at once
 * the second one finds what the first has left.
 */
export const redPart = ({ def, side }: InvoiceTraits): Handler => {
  return async (tx, doc, { input, reason, note }) => {
    const { lines: asked, links, ...typed } = input as Numbers & { lines: TakenLine[]; links: Hold[] }
    const numbers = await redNumbers(tx, doc, typed)
    const stands = await standingLines(tx, doc)
    const faults = takenFaults(stands, asked)
    if (faults.length > 0) invalid(faults)
    const taken = invoiceTotals(asked).taxed
    await holdBack(tx, { doc, side, links, taken })
    const byNo = new Map(stands.map((line) => [line.lineNo, line]))
    const lines = asked
      .map((part) => redLine(byNo.get(part.lineNo) as Line, part))
      .toSorted((a, b) => a.lineNo - b.lineNo)
    const relation = { redOf: null, partOf: doc.id }
    await writeRed(tx, def, doc, { numbers, reason, rows: { lines, links }, relation })
    const takenInAll = money(add(doc.taken, taken))
    note({ taken: takenInAll })
    // What has been taken back in parts to the last fen is taken back.
    return equals(takenInAll, doc.taxed) ? 'reversed' : 'issued'
  }
}

/** Holds bills of what went back for a part that comes to `taken` with tax; refuses what is none of them, and a gap (I35). */
async function holdBack(
  tx: CallerTx,
  { doc, side, links, taken }: { doc: Invoice; side: 'AR' | 'AP'; links: readonly Hold[]; taken: Decimal },
): Promise<void> {
  const known = await lockBills(tx, side, links)
  const faults = linkFaults(known, links, [], doc.partnerId)
  for (const [i, link] of links.entries())
    if (!isNegative(link.amount) && faults.length === 0)
      faults.push({
        path: `links.${i}.amount`,
        message: `第${i + 1}行 单据 ${billOf(known, link)?.billNo} 不是退货、退款等红字单据`,
      })
  if (faults.length > 0) invalid(faults.map((fault) => ({ ...fault, path: `input.${fault.path}` })))
  const gap = linkGap(
    neg(taken),
    links.map(({ amount }) => amount),
  )
  if (gap !== null)
    invalid([{ path: 'input.links', message: `红字单据合计与本次红冲的价税合计相差 ${money(abs(gap))}` }])
  await hold(tx, links)
}

/** Number and day of a red sheet; refuses those that it cannot have, and an invoice whose tax was taken out of what was deducted. */
async function redNumbers(tx: CallerTx, doc: Invoice, typed: Numbers): Promise<Required<Numbers>> {
  const numbers = numbersOf(typed, { invoiceCode: '', invoiceNo: '', bizDate: shanghaiDay() })
  if (doc.transferredMonth !== null) refuse('请先取消进项转出')
  if (numbers.bizDate < doc.bizDate)
    invalid([{ path: 'input.bizDate', message: `红字发票的日期不能早于蓝字发票 ${doc.bizDate}` }])
  await assertOpen(tx, numbers.bizDate)
  await assertNumber(tx, { ...doc, id: 0 }, numbers)
  return numbers
}

/** In which month a red invoice is deducted, negative: its own, or that of the blue one if that is later; none while the blue one is not. */
export const certifiedWith = (blue: number | null, period: number): number | null =>
  blue === null ? null : Math.max(blue, period)

/** Writes a red invoice beside its blue one. */
async function writeRed(
  tx: CallerTx,
  def: InvoiceTraits['def'],
  { lines: _lines, links: _links, ...blue }: Invoice,
  red: {
    numbers: Required<Numbers>
    reason: string
    rows: { lines: readonly (LineFigures & { untaxed: Decimal })[]; links: readonly Hold[] }
    relation: Pick<Invoice, 'redOf' | 'partOf'>
  },
): Promise<void> {
  const { numbers, reason, rows, relation } = red
  const header = {
    ...blue,
    ...invoiceTotals(rows.lines),
    ...numbers,
    reason,
    exportedAt: null,
    certifiedMonth: certifiedWith(blue.certifiedMonth, periodOf(numbers.bizDate)),
    transferredOut: '0.00',
    transferredMonth: null,
    taken: '0.00',
  }
  const saved = await insertRed(tx, invoices, def, header, numbers.bizDate, relation)
  await writeRows(tx, saved.id, rows, { isNew: true })
}

/** A line of a red sheet, with the number of the blue line that it takes from. */
function redLine(line: Line, { qty, untaxed, tax }: LineFigures) {
  const taken = qty === null || isZero(qty) ? null : qty
  return {
    ...line,
    qty: taken && neg(taken),
    price: taken && priceFor(line.price, taken, untaxed),
    untaxed: money(neg(untaxed)),
    tax: money(neg(tax)),
    taxed: money(neg(add(untaxed, tax))),
  }
}

/** The price of the blue line where it makes the amount of the quantity, else one of 8 decimals that does, or none. */
function priceFor(price: Decimal | null, qty: Decimal, untaxed: Decimal): Decimal | null {
  const exact = trimZeros(round(div(abs(untaxed), qty), 8))
  return [price, exact].find((each) => each !== null && isZero(sub(money(mul(qty, each)), abs(untaxed)))) ?? null
}
