import { compare } from '@chepu/contract/kernel/decimal'
import { memberRates } from '../../cards/public'
import type { CallerTx } from '../../kernel/db/tx'
import type { PreparedLine, RepairRequest } from '../../kernel/repair/types'
import type { WorkOrder } from './traits'

/**
 * Gives lines that the customer pays the better of what was typed and what a card of his grants here, never both (business/cards 5): of labour and of parts each its own rate. Services that are
 * sold without discount keep their price.
 */
export async function grantMemberDiscount(
  tx: CallerTx,
  { header }: RepairRequest,
  lines: readonly PreparedLine[],
  before: WorkOrder | undefined,
): Promise<void> {
  const stood = new Map(before?.lines.map((line) => [line.id, line]))
  const now = (line: PreparedLine, name: 'payer' | 'discountRate' | 'serviceItemId' | 'isCustomerSupplied') =>
    line.columns[name] ?? stood.get(line.id ?? 0)?.[name]
  const own = lines.filter(
    (line) =>
      (line.section === 'labour' || line.section === 'materials') &&
      (now(line, 'payer') ?? 'customer') === 'customer' &&
      now(line, 'isCustomerSupplied') !== true,
  )
  if (own.length === 0) return
  const items = own.flatMap((line) => (now(line, 'serviceItemId') as number | null | undefined) ?? [])
  const bill = { partnerId: header.partnerId, vehicleId: header.vehicleId, bizDate: header.bizDate }
  const { labour, part, fixedItems } = await memberRates(tx, bill, items)
  for (const line of own) {
    const rate = line.section === 'labour' ? labour : part
    const isFixed = fixedItems.includes(now(line, 'serviceItemId') as number)
    if (rate !== null && !isFixed && compare(rate, (now(line, 'discountRate') as string | undefined) ?? '1') < 0)
      line.columns['discountRate'] = rate
  }
}
