import type { CallerTx } from '../../kernel/db/tx'

/**
 * Hours that a manufacturer pays for items on a day, by their ids, 6 decimals: of the newest quota whose day has come, else 三包工时 of
 * the item; items without either are left out (business/three-guarantees 1.3).
 */
export async function quotaHoursOf(
  tx: CallerTx,
  { manufacturerId, serviceItemIds, day }: { manufacturerId: number; serviceItemIds: readonly number[]; day: string },
): Promise<Map<number, { hours: string; labourCode: string }>> {
  if (serviceItemIds.length === 0) return new Map()
  const rows = await tx.query<{ id: number; hours: string | null; labourCode: string }>({
    name: 'quota-hours',
    text: `select i.id, coalesce(x.hours, i.warranty_hours) as hours, coalesce(x.labour_code, '') as labour_code
      from service_item i
      left join lateral (select y.hours, y.labour_code from labour_quota y
        where y.group_id = $1 and y.manufacturer_id = $2 and y.service_item_id = i.id and y.is_active and y.valid_from <= $4::date
        order by y.valid_from desc limit 1) x on true
      where i.group_id = $1 and i.id = any ($3::bigint[])`,
    values: [tx.groupId, manufacturerId, [...serviceItemIds], day],
  })
  return new Map(
    rows.flatMap(({ id, hours, labourCode }) => (hours === null ? [] : [[id, { hours, labourCode }] as const])),
  )
}
