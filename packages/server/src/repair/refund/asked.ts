// Which settled lines somebody takes back, and what is wrong with that.
import { compare, type Decimal, equals, isPositive, isZero, trimZeros, truncate } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { type RepairSection, repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { type LineRefund, refundable } from '@chepu/contract/repair/refund-figures'
import { sectionTitles } from '../settlement/rules'
import { unitProblem } from '../../kernel/goods/line-checks'
import type { RepairDocument, RepairRequest } from '../../kernel/repair/types'
import type { RefundableLine } from './settled'

/** A line of a refund as somebody asks for it, by its place in its table. */
export interface Asked extends LineRefund {
  section: RepairSection
  place: number
}

/** What a body asks for; who may not see prices leaves typed amounts as they are (ADR 0089). */
export function askedIn(request: RepairRequest, before: RepairDocument | undefined, seesPrices: boolean): Asked[] {
  const stood = new Map(before?.lines.map((line) => [line.sourceLineId, line.refundAmount]))
  return repairSectionNames.flatMap((section) =>
    (request[section] ?? []).map((line, place): Asked => {
      const lineId = line['sourceLineId'] as number
      const amount = seesPrices ? line['refundAmount'] : stood.get(lineId)
      return {
        section,
        place,
        lineId,
        qty: (line['qty'] as Decimal | undefined) ?? '0',
        ...(amount != null && { amount: amount as Decimal }),
        restocks: line['isRestocked'] === true,
      }
    }),
  )
}

/** What the lines of a refund that stands ask for. */
export const askedOf = ({ lines }: RepairDocument): Asked[] =>
  lines.map(({ section, lineNo, sourceLineId, qty, refundAmount, isRestocked }) => ({
    section,
    place: lineNo - 1,
    lineId: sourceLineId as number,
    qty,
    ...(refundAmount !== null && { amount: refundAmount }),
    restocks: isRestocked,
  }))

/** Whether a line is about anything at all. */
export const isAsked = ({ qty, amount }: Asked): boolean => isPositive(qty) || (amount !== undefined && !isZero(amount))

/** What is wrong with lines that are to be taken back of a settlement, each by its place (business/repair-settlement 6). */
export function faultsOf(lines: readonly RefundableLine[], asked: readonly Asked[]): FieldError[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return asked.flatMap((each, i): FieldError[] => {
    const { section, place, lineId } = each
    const line = byId.get(lineId)
    const at = (field: string, message: string): FieldError[] => [
      { path: `${section}.${place}.${field}`, message: `${sectionTitles[section]}第${place + 1}行 ${message}` },
    ]
    if (line?.row.section !== section) return at('sourceLineId', '结算明细不存在，请刷新后重试')
    const named = `[${line.row.partCode ?? line.name}]`
    if (asked.findIndex((other) => other.lineId === lineId) !== i) return at('sourceLineId', `${named} 重复`)
    const wrong = faultOf(line, each)
    return wrong ? at(wrong.field, `${named} ${wrong.message}`) : []
  })
}

function faultOf(
  line: RefundableLine,
  { qty, amount, restocks }: Asked,
): { field: string; message: string } | undefined {
  const open = refundable(line)
  const gone = isPositive(qty) ? line.uses.find(({ isClosed }) => isClosed) : undefined
  if (gone) return { field: 'qty', message: `是会员卡 ${gone.cardNo} 的套餐抵扣的，该卡已退卡，次数退不回去` }
  // All that is left of a line may go back, a half that was used as well.
  const isPartial = !equals(qty, truncate(qty, 0)) && !equals(qty, open.qty)
  if (line.uses.length > 0 && line.row.section === 'labour' && isPartial)
    return { field: 'qty', message: '是套餐抵扣的，只能退整次' }
  const { unitName, unitDecimals } = line.row
  const problem = unitName === null ? undefined : unitProblem(qty, { code: '', unitName, decimals: unitDecimals ?? 0 })
  if (problem) return { field: 'qty', message: problem }
  if (compare(qty, open.qty) > 0)
    return { field: 'qty', message: `可退数量 ${trimZeros(open.qty)}，本次退 ${trimZeros(qty)}` }
  if (amount !== undefined && compare(amount, open.amount) > 0)
    return { field: 'refundAmount', message: `可退金额 ${open.amount}，本次退 ${amount}` }
  if (restocks && !line.mayRestock) return { field: 'isRestocked', message: '没有领过料，不能回库' }
  if (restocks && isZero(qty)) return { field: 'qty', message: '回库请填写退数量' }
  return undefined
}
