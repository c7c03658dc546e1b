import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { isOnPaper, isSpecial, linkGap, numberFault } from '@chepu/contract/finance/invoice-rules'
import { compare, money, neg } from '@chepu/contract/kernel/decimal'
import { noLinesOf } from '@chepu/contract/kernel/document'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { assertMonthOpenAt, assertOpenPeriod } from '../../kernel/document/period'
import { insertRed, negated } from '../../kernel/document/red'
import type { ActionHandler } from '../../kernel/document/run-action'
import { periodOf } from '../../kernel/ledgers/types'
import { givenBack, hold, lockBills } from './bills'
import { invoices, writeRows } from './repo'
import { assertSeesAmounts } from './sight'
import type { Invoice, InvoiceKind, InvoiceTraits } from './types'

/** Code, number and day as an action may bring them. */
interface Numbers {
  invoiceCode?: string | undefined
  invoiceNo?: string | undefined
  bizDate?: string | undefined
}
type Handler = ActionHandler<Invoice, 'draft' | 'issued' | 'voided' | 'reversed'>

/** 登记: the number that the sheet has, once in a company; what it is for comes to what it says (business/invoices 3). */
const issue = ({ def }: InvoiceTraits): Handler => {
  return async (tx, doc, { input, note }) => {
    const numbers = numbersOf((input ?? {}) as Numbers, doc)
    assertWhole(doc, def)
    if (isSpecial(doc.sheetKind) && doc.taxNo === '') invalid([{ path: 'header.taxNo', message: '专票须填写税号' }])
    await assertOpen(tx, numbers.bizDate)
    await assertNumber(tx, doc, numbers)
    note({ ...numbers, period: periodOf(numbers.bizDate) })
    return 'issued'
  }
}

/** Refuses a day of a closed or coming month. How far back documents may be dated does not matter: the sheet has the day that stands on it. */
const assertOpen = (tx: CallerTx, day: string) => assertOpenPeriod(tx, day, { anyDay: true })

/** Code, number and day of a sheet: what is typed, else what was. */
const numbersOf = (typed: Numbers, otherwise: Required<Numbers>): Required<Numbers> => ({
  invoiceCode: typed.invoiceCode ?? otherwise.invoiceCode,
  invoiceNo: typed.invoiceNo ?? otherwise.invoiceNo,
  bizDate: typed.bizDate ?? otherwise.bizDate,
})

/** Refuses an invoice without lines or bills, and one whose bills do not come to it (I35). */
function assertWhole({ lines, links, taxed }: Invoice, { sections }: InvoiceTraits['def']): void {
  if (lines.length === 0) invalid([{ path: 'lines', message: noLinesOf(sections['lines'] as never) }])
  if (links.length === 0) invalid([{ path: 'links', message: noLinesOf(sections['links'] as never) }])
  const gap = linkGap(
    taxed,
    links.map(({ amount }) => amount),
  )
  if (gap !== null) invalid([{ path: 'links', message: `关联金额合计与价税合计相差 ${gap}` }])
}

/**
 * Refuses a number of another form than its sort has, and one that the company has registered, also of a sheet of paper that is spoilt since: of receipts, which no bureau numbers, from the
 * same seller. Who registers one holds the numbers of the company, so that of two at once the second one sees the first.
 */
async function assertNumber(tx: CallerTx, doc: Invoice, numbers: Required<Numbers>): Promise<void> {
  const { invoiceCode, invoiceNo } = numbers
  const fault = numberFault({ sheetKind: doc.sheetKind, invoiceCode, invoiceNo })
  if (fault) invalid([{ path: `input.${fault.field}`, message: fault.message }])
  if (invoiceNo === '') return
  const key = ['invoice', tx.groupId, doc.kind, doc.companyId ?? 0].join('/')
  await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 35))', values: [key] })
  const other = await tx.one<{ billNo: string }>({
    name: 'invoice-of-number',
    text: `select bill_no from invoice where group_id = $1 and kind = $2 and company_id is not distinct from $3 and invoice_code = $4
        and invoice_no = $5 and (state in ('issued', 'reversed') or state = 'voided' and sheet_kind in ('p_special', 'p_normal')) and id <> $6 and ($7 or tax_no = $8) and (sheet_kind = 'receipt') <> $7 limit 1`,
    values: [
      tx.groupId,
      doc.kind,
      doc.companyId,
      invoiceCode,
      invoiceNo,
      doc.id,
      doc.sheetKind !== 'receipt',
      doc.taxNo,
    ],
  })
  if (other) invalid([{ path: 'input.invoiceNo', message: `发票号码 ${invoiceNo} 已登记在 ${other.billNo}` }])
}

/** 撤销登记: for a number that was typed wrong; the bills stay held. */
const recall: Handler = async (tx, doc) => {
  await assertOpen(tx, doc.bizDate)
  assertNotCertified(doc)
  return 'draft'
}

function assertNotCertified({ certifiedMonth, billNo }: Invoice): void {
  if (certifiedMonth !== null) refuse(`票据 ${billNo} 已认证抵扣，请先取消认证`)
}

/** 作废: a draft always, what is registered only on paper and in its month; its bills are free again (business/invoices 3). */
const voiding = ({ side }: InvoiceTraits): Handler => {
  return async (tx, doc, { note }) => {
    // A number that was never registered is not spoilt.
    if (doc.state === 'draft') note({ invoiceCode: '', invoiceNo: '' })
    else {
      if (!isOnPaper(doc.sheetKind)) refuse('数电票不能作废，请红冲')
      if (doc.period !== periodOf(shanghaiDay())) refuse('只能在开票当月作废，跨月请红冲')
      assertNotCertified(doc)
      await assertOpen(tx, doc.bizDate)
    }
    await release(tx, side, doc)
    return 'voided'
  }
}

async function release(tx: CallerTx, side: 'AR' | 'AP', doc: Invoice): Promise<void> {
  await lockBills(tx, side, doc.links)
  await hold(tx, givenBack(doc.links))
}

/** 红冲: a red invoice with a number of its own beside the blue one; the bills are free again (business/invoices 3). */
const red = ({ def, side }: InvoiceTraits): Handler => {
  return async (tx, doc, { input, reason }) => {
    const numbers = numbersOf(input as Numbers, { invoiceCode: '', invoiceNo: '', bizDate: shanghaiDay() })
    const { bizDate } = numbers
    if (doc.transferredMonth !== null) refuse('请先取消进项转出')
    if (compareDays(bizDate, doc.bizDate) < 0)
      invalid([{ path: 'input.bizDate', message: `红字发票的日期不能早于蓝字发票 ${doc.bizDate}` }])
    await assertOpen(tx, bizDate)
    const { lines, links, ...header } = doc
    await assertNumber(tx, { ...doc, id: 0 }, numbers)
    await release(tx, side, doc)
    const figures = {
      ...negated(header, ['untaxed', 'tax', 'taxed']),
      ...numbers,
      reason,
      exportedAt: null,
      certifiedMonth: header.certifiedMonth === null ? null : periodOf(bizDate),
      transferredOut: '0.00',
      transferredMonth: null,
    }
    const saved = await insertRed(tx, invoices, def, figures, bizDate)
    await writeRows(
      tx,
      saved.id,
      {
        lines: lines.map((line) =>
          negated(line, ['untaxed', 'tax', 'taxed', ...(line.qty === null ? [] : ['qty' as const])]),
        ),
        links: links.map((link) => ({ ...link, amount: money(neg(link.amount)) })),
      },
      { isNew: true },
    )
    return 'reversed'
  }
}

const compareDays = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A step that whoever does not see the amounts cannot take. */
const seen =
  (traits: InvoiceTraits, step: Handler): Handler =>
  (tx, doc, asked) => {
    assertSeesAmounts(tx.caller, traits)
    return step(tx, doc, asked)
  }

const actionsOf = (traits: InvoiceTraits) => ({
  issue: seen(traits, issue(traits)),
  recall: seen(traits, recall),
  red: seen(traits, red(traits)),
  void: seen(traits, voiding(traits)),
})

/** A month as the header keeps it: 2026-11 is 202611. */
const monthOf = (typed: string | null): number | null => (typed === null ? null : periodOf(`${typed}-01`))

/** Refuses a month that has not begun: nobody has declared its tax. */
function assertNotLater(month: number | null, title: string): void {
  if (month !== null && month > periodOf(shanghaiDay()))
    invalid([{ path: 'input.month', message: `${title}不能晚于本月` }])
}

/** 认证抵扣: the month in which the tax is deducted; none takes it back. */
const certify: Handler = async (tx, doc, { input, note }) => {
  const { month } = input as { month: string | null }
  if (!doc.isDeductible) refuse(`票据 ${doc.billNo} 不可抵扣`)
  if (month === null && doc.transferredMonth !== null) refuse('请先取消进项转出')
  const certified = monthOf(month)
  if (certified !== null && certified < doc.period)
    invalid([{ path: 'input.month', message: '抵扣月份不能早于开票月份' }])
  assertNotLater(certified, '抵扣月份')
  for (const each of [month, written(doc.certifiedMonth)])
    if (each !== null) await assertMonthOpenAt(tx, doc.orgId, `${each}-01`)
  note({ certifiedMonth: certified })
  return 'issued'
}

/** A month as people write it. */
const written = (month: number | null): string | null =>
  month === null ? null : `${String(month).slice(0, 4)}-${String(month).slice(4)}`

/** 进项转出: how much of a deducted tax is taken out again, and in which month. */
const transfer: Handler = async (tx, doc, { input, reason, note }) => {
  const { month, amount } = input as { month: string | null; amount: string }
  const out = monthOf(month)
  if (doc.certifiedMonth === null) refuse(`票据 ${doc.billNo} 尚未认证抵扣`)
  if (compare(amount, doc.tax) > 0) invalid([{ path: 'input.amount', message: `转出税额不能大于税额 ${doc.tax}` }])
  if (out !== null && out < doc.certifiedMonth) invalid([{ path: 'input.month', message: '转出月份不能早于抵扣月份' }])
  assertNotLater(out, '转出月份')
  for (const each of [month, written(doc.transferredMonth)])
    if (each !== null) await assertMonthOpenAt(tx, doc.orgId, `${each}-01`)
  note({ transferredMonth: out, transferredOut: out === null ? '0.00' : money(amount), reason })
  return 'issued'
}

const issuedTraits: InvoiceTraits<typeof invoiceIssued> = { def: invoiceIssued, side: 'AR' }
const receivedTraits: InvoiceTraits<typeof invoiceReceived> = { def: invoiceReceived, side: 'AP' }

export const invoiceIssuedKind = { ...issuedTraits, actions: actionsOf(issuedTraits) } satisfies InvoiceKind
export const invoiceReceivedKind = {
  ...receivedTraits,
  actions: {
    ...actionsOf(receivedTraits),
    certify: seen(receivedTraits, certify),
    transfer: seen(receivedTraits, transfer),
  },
} satisfies InvoiceKind
