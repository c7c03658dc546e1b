// 部分红冲: a red invoice of a part of a blue one (business/invoices 3.1).
import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { div, type Decimal, equals, isZero, money, mul, sub } from '../kernel/decimal'
import { idList } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { id, signedAmount } from '../kernel/scalars'
import { figure8, invoiceLink } from './invoice-document'

/** What a red invoice takes of a line of the blue one, named by its number there. Figures have the sign of the blue line; no quantity where money alone goes back. */
const takenLine = z.object({
  lineNo: z.number().int().min(1).max(2000).meta({ title: '蓝票行号' }),
  qty: figure8.meta({ title: '红冲数量' }),
  untaxed: signedAmount.meta({ title: '红冲未税金额' }),
  tax: signedAmount.meta({ title: '红冲税额' }),
})
export type TakenLine = z.output<typeof takenLine>

/** What 部分红冲 takes beside the numbers of the sheet: lines of the blue one, and the bills of what went back. */
export const partInput = {
  lines: z.array(takenLine).min(1, '请填写本次红冲的金额').max(2000).meta({ title: '红冲明细' }),
  links: z
    .array(invoiceLink)
    .min(1, '请选择退货、退款等红字单据')
    .max(500, '一次最多选择500张单据')
    .meta({ title: '红字单据' }),
}

/** What of a line stands, or a part of it: yuan with 2 decimals; no quantity where the line tells none. */
export interface LineFigures {
  qty: Decimal | null
  untaxed: Decimal
  tax: Decimal
}

/** What an untaxed amount takes of the tax of what stands of a line: its share to the fen, and with the whole amount the whole tax (business/invoices 3.1). */
export const taxOfPart = (stands: LineFigures, untaxed: Decimal): Decimal =>
  equals(untaxed, stands.untaxed) ? stands.tax : money(div(mul(stands.tax, untaxed), stands.untaxed))

/** What a quantity takes of what stands of a line: its share to the fen, and the last of it the rest (business/invoices 3.1). */
export function partOfQty(stands: LineFigures, qty: Decimal): LineFigures {
  if (stands.qty === null || isZero(stands.qty)) return { qty: null, untaxed: '0.00', tax: '0.00' }
  const untaxed = equals(qty, stands.qty) ? stands.untaxed : money(div(mul(stands.untaxed, qty), stands.qty))
  return { qty, untaxed, tax: taxOfPart(stands, untaxed) }
}

/** What of figures a part leaves. */
export const without = (stands: LineFigures, part: LineFigures): LineFigures => ({
  qty: stands.qty === null ? null : sub(stands.qty, part.qty ?? '0'),
  untaxed: money(sub(stands.untaxed, part.untaxed)),
  tax: money(sub(stands.tax, part.tax)),
})

const figures = { qty: z.string().nullable(), untaxed: z.string(), tax: z.string() }

/** A line of the blue one: what of it still stands, and what the chosen bills would take of it. */
const standingLine = z.object({
  lineNo: z.number(),
  name: z.string(),
  spec: z.string(),
  unitName: z.string(),
  taxRate: z.string(),
  ...figures,
  part: z.object(figures),
})
export type StandingLine = z.output<typeof standingLine>

/** A bill of what went back to, or came back from, the partner. Yuan, negative. */
const backBill = z.object({
  sourceKind: z.string(),
  sourceId: id,
  openItemId: id.nullable(),
  billNo: z.string(),
  kindName: z.string(),
  bizDate: z.string(),
  rest: z.string(),
  /** Whether it goes back of what the blue one is for. */
  isOfBlue: z.boolean(),
  isChosen: z.boolean(),
})
export type BackBill = z.output<typeof backBill>

/** An invoice of which a part may be taken back. */
const blueInvoice = z.object({
  id,
  billNo: z.string(),
  invoiceNo: z.string(),
  bizDate: z.string(),
  taxed: z.string(),
  /** What red invoices leave of it, with tax. */
  stands: z.string(),
  /** Whether it is for what the bills went back of. */
  isOrigin: z.boolean(),
})
export type BlueInvoice = z.output<typeof blueInvoice>

/** Bills by their open items; slips of cards, which have none, by their documents. */
const chosen = z.object({
  itemIds: idList.optional(),
  slipIds: idList.describe('办卡单的编号，多个用英文逗号隔开').optional(),
})

/** The calls that prepare 部分红冲 in one direction: which invoices bills may be taken back of, and what of one would be. */
const redPartOf = (path: string, title: string) => ({
  blues: route({
    method: 'GET',
    path: `/api/web/${path}/blues`,
    access: pageOf('invoice'),
    summary: `可按所选红字单据部分红冲的${title}，最多50张`,
    query: chosen,
    data: z.object({ blues: z.array(blueInvoice) }),
  }),
  proposal: route({
    method: 'GET',
    path: `/api/web/${path}/:id/red-part`,
    access: pageOf('invoice'),
    summary: `${title}的未红冲明细、该单位的红字单据，以及所选单据（不选时为原单据在此票的）应红冲多少`,
    params: idParam,
    query: chosen,
    data: z.object({
      billNo: z.string(),
      invoiceNo: z.string(),
      sheetKind: z.string(),
      bizDate: z.string(),
      version: z.number(),
      lines: z.array(standingLine),
      bills: z.array(backBill),
    }),
  }),
})

export const redPart = {
  AR: redPartOf('invoice-issued', '开票单'),
  AP: redPartOf('invoice-received', '收票单'),
}
