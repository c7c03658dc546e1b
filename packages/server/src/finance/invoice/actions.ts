import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { isOnPaper, isSpecial, linkGap } from '@chepu/contract/finance/invoice-rules'
import { compare, isZero, money } from '@chepu/contract/kernel/decimal'
import { noLinesOf } from '@chepu/contract/kernel/document'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { assertMonthOpenAt } from '../../kernel/document/period'
import type { ActionHandler } from '../../kernel/document/run-action'
import { periodOf } from '../../kernel/ledgers/types'
import { assertNotAdjusted } from './adjustments'
import { givenBack, hold, lockBills } from './bills'
import { partsOf, standingLines, standingTax } from './parts'
import { certifiedWith, red, redPart } from './red'
import { assertNumber, assertOpen, type Numbers, numbersOf } from './sheet-number'
import { assertSeesAmounts } from './sight'
import type { Invoice, InvoiceKind, InvoiceTraits } from './types'

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

/** 撤销登记: for a number that was typed wrong; the bills stay held. */
const recall: Handler = async (tx, doc) => {
  await assertOpen(tx, doc.bizDate)
  await assertNotTaken(tx, doc, '撤销登记')
  assertNotCertified(doc)
  await assertNotAdjusted(tx, doc, '撤销登记')
  return 'draft'
}

function assertNotCertified({ certifiedMonth, billNo }: Invoice): void {
  if (certifiedMonth !== null) refuse(`票据 ${billNo} 已认证抵扣，请先取消认证`)
}

/** Refuses what would undo an invoice under the red ones of its parts, which are never undone. */
async function assertNotTaken(tx: CallerTx, { id, taken }: Invoice, label: string): Promise<void> {
  if (isZero(taken)) return
  const parts = await partsOf(tx, id)
  refuse(`已有部分红冲的红字发票 ${parts.map(({ billNo }) => billNo).join('、')}，不能${label}，其余请红冲`)
}

/** 作废: a draft always, what is registered only on paper and in its month; its bills are free again (business/invoices 3). */
const voiding = ({ side }: InvoiceTraits): Handler => {
  return async (tx, doc, { note }) => {
    // A number that was never registered is not spoilt.
    if (doc.state === 'draft') note({ invoiceCode: '', invoiceNo: '' })
    else {
      if (!isOnPaper(doc.sheetKind)) refuse('数电票不能作废，请红冲')
      if (doc.period !== periodOf(shanghaiDay())) refuse('只能在开票当月作废，跨月请红冲')
      await assertNotTaken(tx, doc, '作废')
      assertNotCertified(doc)
      await assertNotAdjusted(tx, doc, '作废')
      await assertOpen(tx, doc.bizDate)
    }
    await lockBills(tx, side, doc.links)
    await hold(tx, givenBack(doc.links))
    return 'voided'
  }
}

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
  redPart: seen(traits, redPart(traits)),
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
  await certifyParts(tx, doc, certified)
  for (const each of [month, written(doc.certifiedMonth)])
    if (each !== null) await assertMonthOpenAt(tx, doc.orgId, `${each}-01`)
  note({ certifiedMonth: certified })
  return 'issued'
}

/** The red ones of parts are deducted with their blue one, each not before its own month (business/invoices 5). */
async function certifyParts(tx: CallerTx, doc: Invoice, certified: number | null): Promise<void> {
  if (isZero(doc.taken)) return
  for (const { id, period, certifiedMonth } of await partsOf(tx, doc.id)) {
    const month = certifiedWith(certified, period)
    for (const each of [month, certifiedMonth])
      if (each !== null) await assertMonthOpenAt(tx, doc.orgId, `${written(each)}-01`)
    await tx.query({
      name: 'certify-part',
      text: 'update invoice set certified_month = $3, version = version + 1 where group_id = $1 and id = $2',
      values: [tx.groupId, id, month],
    })
  }
}

/** A month as people write it. */
const written = (month: number | null): string | null =>
  month === null ? null : `${String(month).slice(0, 4)}-${String(month).slice(4)}`

/** 进项转出: how much of a deducted tax is taken out again, and in which month. */
const transfer: Handler = async (tx, doc, { input, reason, note }) => {
  const { month, amount } = input as { month: string | null; amount: string }
  const out = monthOf(month)
  if (doc.certifiedMonth === null) refuse(`票据 ${doc.billNo} 尚未认证抵扣`)
  const tax = standingTax(await standingLines(tx, doc))
  if (compare(amount, tax) > 0) invalid([{ path: 'input.amount', message: `转出税额不能大于税额 ${tax}` }])
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
