import { button } from '@chepu/contract/access/catalogue'
import { isZero } from '@chepu/contract/kernel/decimal'
import { giftReason, openingReason } from '@chepu/contract/warehouse/other-in'
import { addDays } from '../../kernel/base/calendar'
import { type Caller, type CallerOrg, mayPress } from '../../kernel/caller/caller'
import { invalid } from '../../kernel/base/errors'
import type { Draft } from '../../kernel/goods/types'

/** The day before the org's first month, on which all its opening documents are dated (business/ledgers 8). */
export function openingDay(org: CallerOrg): string {
  const month = String(org.startMonth)
  return addDays(`${month.slice(0, 4)}-${month.slice(4)}-01`, -1)
}

/** Opening stock is dated the day before the first month; any other receipt is not. */
export function assertOpeningDay(caller: Caller, doc: Draft): void {
  const day = openingDay(caller.org)
  if (doc.reason === openingReason && doc.bizDate !== day) {
    invalid([{ path: 'header.bizDate', message: `期初入库的业务日期应为启用月的前一天 ${day}` }])
  }
}

/** Goods without a cost would dilute the average: only gifts, entered by who may adjust costs (business/warehouse 1.1). */
export function assertCosts(caller: Caller, doc: Draft): void {
  const errors = doc.lines.flatMap((line, i) => {
    if (!isZero(line.price)) return []
    const path = `lines.${i}.price`
    const at = `第${i + 1}行 [${line.partCode}]`
    if (doc.reason !== giftReason) return [{ path, message: `${at} 请录入成本单价` }]
    if (mayPress(caller, button('stock', 'cost_adjust'))) return []
    return [{ path, message: `${at} 赠品按0成本入库需要「成本调整」权限` }]
  })
  if (errors.length > 0) invalid(errors)
}
