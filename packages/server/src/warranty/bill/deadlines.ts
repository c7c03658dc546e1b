// 待办 of bills that must be claimed soon (business/notifications 3).
import { button } from '@chepu/contract/access/catalogue'
import { addDays } from '@chepu/contract/kernel/calendar'
import { pressingDays, unsent } from '@chepu/contract/warranty/deadline'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { Tx } from '../../kernel/db/tx'
import type { LiveTask } from '../../kernel/notify/live-tasks'
import { usersWith } from '../../kernel/notify/notify'

interface Due {
  id: number
  orgId: number
  billNo: string
  claimBy: string
  plate: string | null
  createdAt: string
}

/** A bell has no more rows than that. */
const most = 200

/** Bills that nobody has sent, of which the last day of claiming comes within five days or is over, for those of these users who make claims there; what must go first at the top. */
export async function claimsDue(tx: Tx, users: readonly number[]): Promise<LiveTask[]> {
  const until = addDays(shanghaiDay(), pressingDays)
  const rows = await tx.select(
    sql<Due>`select d.id, d.org_id, d.bill_no, d.claim_by, v.plate, d.created_at
      from repair_document d left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      where d.group_id = ${tx.groupId} and d.kind = ${warrantyBill.kind} and d.state = any (${[...unsent]}::text[]) and not d.is_red
        and d.claim_by <= ${until} order by d.claim_by, d.id limit ${most}`,
  )
  const makers = new Map<number, number[]>()
  for (const orgId of new Set(rows.map((row) => row.orgId)))
    makers.set(orgId, await usersWith(tx, orgId, button('warranty_claim', 'add')))
  return rows.flatMap(({ id, orgId, billNo, claimBy, plate, createdAt }) => {
    const message = `三包单 ${billNo} 申报截止 ${claimBy}`
    const opens = { screen: 'threePackage', params: { kind: warrantyBill.kind, id, no: billNo } }
    const task = { id, orgId, message, carNum: plate ?? '', goshop: 1 as const, createdAt, ...opens }
    return (makers.get(orgId) ?? []).filter((userId) => users.includes(userId)).map((userId) => ({ ...task, userId }))
  })
}
