import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'

/** When a car should come again: a day (YYYY-MM-DD), kilometres of its meter (4 decimals), or both. */
interface NextMaintenance {
  on: string | null
  km: string | null
}

/** Writes when a car should come again, in place of what stood, and what its reminders go by (business/customers 6.5). Where nothing is said that stays. */
export async function planMaintenance(tx: CallerTx, vehicleId: number, { on, km }: NextMaintenance): Promise<void> {
  if (on === null && km === null) return
  tx.send({
    name: 'plan-maintenance',
    text: `update vehicle set next_maintenance_on = $3::date, next_maintenance_km = $4::numeric, updated_at = now()
      where group_id = $1 and id = $2`,
    values: [tx.groupId, vehicleId, on, km],
  })
  await audit(tx, { entity: 'vehicle', entityId: vehicleId, action: 'maintenance', detail: { on, km } })
}
