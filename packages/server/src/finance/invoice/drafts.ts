import type { DraftsBody } from '@chepu/contract/finance/invoice-pending'
import { add, compare, type Decimal, isPositive, isZero, money, sumOf } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { type Bill, billOf, lockBills, restOf } from './bills'
import { linesOfBills } from './bill-lines'
import { partyOf, saveInvoice } from './save'
import { assertSeesAmounts } from './sight'
import { type BilledPart, linesOfSheets, type Sheet, sheetCount, sheetsOf } from './sheets'
import type { InvoiceTraits } from './types'

/** A draft that was made. */
interface Drafted {
  id: number
  billNo: string
  taxed: Decimal
}

/**
 * 按单据生成: drafts for some bills of one partner, one or, with a limit a sheet, as many as it takes; all together they come to what is left of
 * the bills, or to what is said of each.
 * @throws Failure invalid or refusal
 */
export async function draftInvoices(
  tx: CallerTx,
  kind: InvoiceTraits,
  asked: DraftsBody,
): Promise<{ drafts: Drafted[] }> {
  const { limit } = asked
  assertSeesAmounts(tx.caller, kind)
  if (limit !== null && compare(limit, '1') < 0) invalid([{ path: 'limit', message: '每张票的上限不能小于1元' }])
  const known = await lockBills(tx, kind.side, asked.bills)
  const chosen = asked.bills.map((named, i) => {
    const bill = billOf(known, named)
    if (!bill?.isInSight) return invalid([{ path: `bills.${i}`, message: `第${i + 1}行 单据不存在，或不能开收票` }])
    return { bill, amount: money(named.amount ?? restOf(bill)) }
  })
  const partnerId = onePartner(chosen.map(({ bill }) => bill))
  const parts = await partsOf(
    tx,
    kind,
    chosen.filter(({ amount }) => !isZero(amount)),
  )
  if (!isPositive(sumOf(parts, ({ amount }) => amount)))
    refuse('所选单据没有可开票的金额；退货请与销售单据一起开，或按原发票开红字发票')
  const lines = linesOfSheets(parts, asked.layout)
  if (!lines) refuse('所选单据中某一税率的退货大于销售，请分开开票，或按原发票开红字发票')
  const count = limit === null ? '1' : sheetCount(lines, limit)
  if (compare(count, '100') > 0) invalid([{ path: 'limit', message: `按此上限要拆成${count}张，最多100张` }])
  const sheets = sheetsOf(lines, parts, limit)
  const party = await partyOf(tx, partnerId)
  if (!party) refuse(`${kind.def.partnerTitle}不存在`)
  const header = {
    bizDate: asked.bizDate ?? shanghaiDay(),
    partnerId,
    title: asked.title || party.title,
    // Another title has another number.
    taxNo: asked.title && asked.title !== party.title ? asked.taxNo : asked.taxNo || party.taxNo,
    addressPhone: asked.addressPhone || party.addressPhone,
    bankAccount: asked.bankAccount || party.bankAccount,
    sheetKind: asked.sheetKind,
    invoiceCode: '',
    invoiceNo: '',
    remark: asked.remark,
    ...(kind.side === 'AP' && { isDeductible: asked.sheetKind.endsWith('special') }),
  }
  const drafts: Drafted[] = []
  for (const sheet of sheets) drafts.push(await draft(tx, kind, header, sheet))
  return { drafts }
}

async function draft(
  tx: CallerTx,
  kind: InvoiceTraits,
  header: Parameters<typeof saveInvoice>[2]['header'],
  { lines, links }: Sheet,
): Promise<Drafted> {
  const { id, billNo } = await saveInvoice(tx, kind, { header, lines, links })
  return { id, billNo, taxed: money(sumOf(lines, (line) => add(line.untaxed, line.tax))) }
}

/** The partner of all bills; refuses those of several. */
function onePartner(bills: readonly Bill[]): number {
  const [first] = bills
  if (!first || bills.some(({ partnerId }) => partnerId !== first.partnerId)) refuse('请选择同一单位的单据')
  return first.partnerId
}

async function partsOf(
  tx: CallerTx,
  kind: InvoiceTraits,
  chosen: readonly { bill: Bill; amount: Decimal }[],
): Promise<BilledPart[]> {
  const lines = await linesOfBills(
    tx,
    kind.side,
    chosen.map(({ bill }) => bill),
  )
  return chosen.map(({ bill: { sourceKind, sourceId, openItemId }, amount }, i) => ({
    sourceKind,
    sourceId,
    openItemId,
    amount,
    lines: lines[i] ?? [],
  }))
}
