import { compare } from '@chepu/contract/kernel/decimal'
import { repairLineMoney, repairLineOwed } from '@chepu/contract/kernel/repair-figures'
import type { RepairLine } from '../../kernel/repair/types'

/**
 * Whether a line that the customer has agreed to costs him more as it is now, with its tax, than he has agreed to, so that he is asked again (business/repair
 * 4.3). What others pay, and consumables, cost him nothing; what becomes his to pay is asked whatever it costs.
 */
export function asksAgain(now: RepairLine, stood: RepairLine, taxIncluded: boolean): boolean {
  if (stood.agreement !== 'agreed' || now.payer !== 'customer' || now.isConsumable) return false
  const { netAmount } = repairLineMoney({ ...now, pricingMode: now.pricingMode as 'hours' | 'fixed' | null })
  const isDearer = compare(repairLineOwed({ ...now, netAmount }, taxIncluded), repairLineOwed(stood, taxIncluded)) > 0
  return stood.payer !== 'customer' || stood.isConsumable || isDearer
}
