import { customerSearch } from '@chepu/contract/customers/customer-search'
import { followUpRoutes, followUps } from '@chepu/contract/customers/follow-up'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import type { DemoShop } from './shop'

const results = [
  { outcome: 'booked', note: '周六上午到店做保养' },
  { outcome: 'contacted', note: '已告知到期日，月底前过来' },
  { outcome: 'dropped', note: '车已转让' },
] as const

/** Whom the shop calls again about maintenance, some of them called already (business/demo 3). */
export async function planFollowUps({ desks: { boss } }: DemoShop, today: string): Promise<void> {
  const { rows } = await boss.call(customerSearch.list, {
    query: { maintenanceTo: addDays(today, 30), sort: 'nextMaintenanceOn', page: 1, rows: 20 },
  })
  const subjects = rows.slice(0, 8).map(({ partnerId, vehicleId }) => ({ partnerId, vehicleId }))
  if (subjects.length === 0) return
  await boss.call(followUpRoutes.make, { body: { subjects, reason: '保养到期提醒', dueOn: addDays(today, 2) } })
  const tasks = await boss.call(followUps.list, { query: { page: 1, rows: 20 } })
  for (const [i, body] of results.entries()) {
    const task = tasks.rows[i]
    if (task)
      await boss.call(followUpRoutes.result, { params: { id: task.id }, body: { ...body, version: task.version } })
  }
}
