import type { RepairFilters } from '@chepu/contract/kernel/repair-document'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { repairListTotals } from '../../kernel/repair/list'
import { workOrderTraits } from '../work-order/traits'

/** Orders of cars that came today, are here, and wait for their settlement, as 维修工单 lists them; nothing where cars are not repaired (business/frame 2.8). */
export async function carsToday(
  tx: CallerTx,
): Promise<{ arrived: number; inShop: number; unsettled: number } | undefined> {
  const [shop] = await tx.select(sql<{ isWorkshop: boolean }>`select exists (select from repair_document
    where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId} and kind in (${workOrder.kind}, ${reservation.kind})) as is_workshop`)
  if (!shop?.isWorkshop) return undefined
  const countOf = async (filters: RepairFilters) => (await repairListTotals(tx, workOrderTraits, filters)).count
  return {
    arrived: await countOf({ arrivedToday: true }),
    inShop: await countOf({ inShop: true }),
    unsettled: await countOf({ state: 'completed' }),
  }
}
