import { button } from '@chepu/contract/access/catalogue'
import { compare, type Decimal, isNegative, isPositive, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import { noLinesOf } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { stateLabel } from '@chepu/contract/kernel/states'
import { settleable, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { settlementFigures, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { sql } from 'kysely'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress, sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { ClaimDocument, ClaimRequest, ClaimTraits, PreparedLine } from '../claim-documents/types'
import { holdBills, type SettledBill } from './bills'

/** 三包结算单 on the server. */
export const settlementTraits: ClaimTraits<typeof warrantySettlement> = {
  def: warrantySettlement,
  columns: {
    billCount: sql`(select count(*)::int from claim_line l where l.group_id = d.group_id and l.document_id = d.id and l.section = 'bills')`,
  },
  prepare,
}

async function prepare(tx: CallerTx, request: ClaimRequest, before: ClaimDocument | undefined) {
  if (!sees(tx.caller, 'doc_price')) forbidden('您看不到单据价格，不能做三包结算')
  const billIds = (request.bills ?? []).map(({ billId }) => billId as number)
  if (billIds.length === 0) invalid([{ path: 'bills', message: noLinesOf(warrantySettlement.sections.bills) }])
  const deductions = deductionLines(tx, request, billIds, before)
  const bills = await namedBills(tx, request.header.partnerId, billIds, before?.id ?? null)
  assertDays(request.header, bills)
  assertWithin(deductions, bills)
  const billLines = bills.map(({ id, claimed, confirmed }) => ({
    billId: id,
    claimedAmount: claimed,
    confirmedAmount: confirmed ?? '0.00',
  }))
  const { claimed, confirmed, deducted, net } = settlementFigures(billLines, deductions)
  if (isNegative(net))
    invalid([
      {
        path: 'deductions.0.amount',
        message: `扣款合计 ${withCommas(deducted)} 超过确认额 ${withCommas(confirmed)}`,
      },
    ])
  const lines: PreparedLine[] = [
    ...billLines.map((columns) => ({ section: 'bills' as const, columns })),
    ...deductions.map((columns) => ({ section: 'deductions' as const, columns: { ...columns } })),
  ]
  const columns = { claimedAmount: claimed, confirmedAmount: confirmed, deductedAmount: deducted, netAmount: net }
  return { columns, lines }
}

/** The named bills in their order, held; refuses by line what may not be settled. @throws Failure invalid */
async function namedBills(
  tx: CallerTx,
  partnerId: number,
  billIds: readonly number[],
  but: number | null,
): Promise<SettledBill[]> {
  const held = new Map((await holdBills(tx, billIds, but)).map((bill) => [bill.id, bill]))
  const faults = billIds.flatMap((id, i): FieldError[] => {
    const fault = (message: string) => [{ path: `bills.${i}.billId`, message: `第${i + 1}行 ${message}` }]
    const bill = held.get(id)
    if (!bill) return fault('三包单不存在')
    if (billIds.indexOf(id) !== i) return fault(`三包单 ${bill.billNo} 重复`)
    if (bill.manufacturerId !== partnerId) return fault(`三包单 ${bill.billNo} 不是该厂家的`)
    const why = unsettleable(bill)
    return why ? fault(why) : []
  })
  if (faults.length > 0) invalid(faults)
  return billIds.map((id) => held.get(id) as SettledBill)
}

/** Nothing is settled before it was answered, nor due before it is settled. @throws Failure invalid */
function assertDays({ bizDate, ...header }: ClaimRequest['header'], bills: readonly SettledBill[]): void {
  const dueOn = header['dueOn'] as string | null
  if (dueOn !== null && dueOn < bizDate)
    invalid([{ path: 'header.dueOn', message: `到期日不能早于业务日期 ${bizDate}` }])
  const late = bills.find(({ answeredOn }) => answeredOn !== null && answeredOn > bizDate)
  if (late)
    invalid([{ path: 'header.bizDate', message: `业务日期不能早于三包单 ${late.billNo} 的确认日 ${late.answeredOn}` }])
}

/** What is kept back of a bill by name is at most what he agreed to of it. @throws Failure invalid, naming the line */
function assertWithin(deductions: readonly Deduction[], bills: readonly SettledBill[]): void {
  for (const { id, billNo, confirmed } of bills) {
    const last = deductions.findLastIndex(({ billId }) => billId === id)
    const kept = sumOf(
      deductions.filter(({ billId }) => billId === id),
      ({ amount }) => amount,
    )
    if (last >= 0 && compare(kept, confirmed ?? '0') > 0)
      invalid([
        {
          path: `deductions.${last}.amount`,
          message: `扣款第${last + 1}行 三包单 ${billNo} 的扣款合计 ${withCommas(kept)} 超过其确认额 ${withCommas(confirmed ?? '0')}，多扣的请不选三包单`,
        },
      ])
  }
}

/** Why a bill may not be settled, or undefined. */
export function unsettleable({ billNo, state, isAppealed, settlementNo }: SettledBill): string | undefined {
  if (settlementNo !== null) return `三包单 ${billNo} 已在三包结算单 ${settlementNo} 中`
  if (!settleable.includes(state))
    return `三包单 ${billNo} 当前为「${stateLabel(warrantyBill, state)}」，厂家确认后才能结算`
  return isAppealed ? `三包单 ${billNo} 正在申诉，厂家答复后才能结算` : undefined
}

interface Deduction {
  deduction: string
  billId: number | null
  amount: Decimal
  reason: string
}

/** What is kept back, by whoever may say so; lines that stood before stay whoever saves them. @throws Failure forbidden or invalid */
function deductionLines(
  tx: CallerTx,
  request: ClaimRequest,
  billIds: readonly number[],
  before: ClaimDocument | undefined,
): Deduction[] {
  const lines = (request.deductions ?? []) as unknown as Deduction[]
  const keyOf = ({ deduction, billId, amount, reason }: Deduction) =>
    JSON.stringify([deduction, billId, withCommas(amount), reason])
  const kept = (before?.lines ?? []).filter(({ section }) => section === 'deductions') as unknown as Deduction[]
  const isSame = lines.length === kept.length && lines.every((line, i) => keyOf(line) === keyOf(kept[i] as Deduction))
  if (!isSame && !mayPress(tx.caller, button('claims_money', 'deduct'))) forbidden('您没有索赔款「扣款」的权限')
  const faults = lines.flatMap(({ amount, billId, deduction, reason }, i): FieldError[] => {
    const fault = (field: string, message: string) => [
      { path: `deductions.${i}.${field}`, message: `扣款第${i + 1}行 ${message}` },
    ]
    if (!isPositive(amount)) return fault('amount', '金额必须大于0')
    if (billId !== null && !billIds.includes(billId)) return fault('billId', '三包单不在本结算单中')
    return deduction === 'other' && reason === '' ? fault('reason', '请填写原因') : []
  })
  if (faults.length > 0) invalid(faults)
  return lines.map(({ deduction, billId, amount, reason }) => ({ deduction, billId, amount, reason }))
}
