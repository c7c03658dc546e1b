import { type Decimal, equals } from '@chepu/contract/kernel/decimal'
import { memberRates } from '../../cards/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { WorkOrder } from '../work-order/traits'
import type { ChargedLine } from './charged'

/**
 * Which discounts of lines are those that cards of the customer grant today (会员价). Which discount was granted and which was typed the order does not say (ADR 0256): a line
 * that has the card's own rate is at the member's price either way. Asks nothing without lines.
 */
export async function memberPrices(
  tx: CallerTx,
  { partnerId, vehicleId }: WorkOrder,
  lines: readonly ChargedLine[],
): Promise<(line: ChargedLine) => Decimal | null> {
  if (lines.length === 0) return () => null
  const items = lines.flatMap(({ line }) => line.serviceItemId ?? [])
  const bill = { partnerId, vehicleId, bizDate: shanghaiDay() }
  const { labour, part, fixedItems } = await memberRates(tx, bill, items)
  const granted = { labour, material: part, extra: null, outsourced: null }
  return ({ section, payer, line }) => {
    const rate = granted[section]
    const isHis = payer === 'customer' && !fixedItems.includes(line.serviceItemId ?? 0)
    return rate !== null && isHis && !equals(rate, '1') && equals(rate, line.discountRate) ? rate : null
  }
}
