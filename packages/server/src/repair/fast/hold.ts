// 挂单 and 取单: an order that waits at the counter is an estimate of its kind (business/fast-counter 3).
import type { CounterKind, FastOrderBody, HeldOrder } from '@chepu/contract/repair/fast-order'
import { button } from '@chepu/contract/access/catalogue'
import { workOrder } from '@chepu/contract/repair/work-order'
import { sql } from 'kysely'
import { refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { audit, changes } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { runAction, type Saved } from '../../kernel/document/run-action'
import { repairActionKind } from '../../kernel/repair/routes'
import { repairScope } from '../../kernel/repair/scope'
import { viewRepair } from '../../kernel/repair/view'
import { workOrderKind } from '../work-order/actions'
import { workOrderTraits } from '../work-order/traits'
import { assertAtCounter, counterOrder, heldOrder } from './rights'
import { writeOrder } from './write'

/** More than any counter has waiting. */
const most = 100

type Held = Pick<Saved, 'id' | 'billNo' | 'version'>
const only = ({ id, billNo, version }: Held): Held => ({ id, billNo, version })

/** Puts an order on hold, new or one that was taken back. */
export async function hold(tx: CallerTx, body: FastOrderBody): Promise<Held> {
  assertAtCounter(tx, body.kind, 'hold')
  return only(await writeOrder(tx, body))
}

/** What a line is called: its item, or its part. */
const nameOfLine = sql`case when l.section = 'materials' then p.name else l.name end`

/** Names of the lines of order `d`, in words. */
export const namesOfLines = sql<string>`coalesce((select string_agg(${nameOfLine}, '、' order by l.section, l.line_no)
  from repair_line l left join part p on p.group_id = l.group_id and p.id = l.part_id
  where l.group_id = d.group_id and l.document_id = d.id and not l.is_consumable), '')`

/** How many lines order `d` has. */
export const lineCount = sql<number>`(select count(*)::int from repair_line l where l.group_id = d.group_id and l.document_id = d.id)`

/** Orders of a counter that wait in the caller's organisation, the latest first. */
export async function heldOrders(tx: CallerTx, kind: CounterKind): Promise<HeldOrder[]> {
  return tx.select(sql<HeldOrder>`
    select d.id, d.bill_no, d.version, coalesce(v.plate, '') as plate, c.name as partner_name, ${namesOfLines} as names, ${lineCount} as line_count,
      u.real_name as creator_name, d.created_at ${sees(tx.caller, 'doc_price') ? sql`, d.total_amount` : sql``}
    from repair_document d
    join partner c on c.group_id = d.group_id and c.id = d.partner_id
    join app_user u on u.group_id = d.group_id and u.id = d.creator_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    where ${repairScope(tx.caller, workOrder.area)} and d.org_id = ${tx.caller.orgId} and d.kind = ${workOrder.kind}
      and d.state = 'estimating' and d.order_kind = ${kind}
    order by d.id desc limit ${most}`)
}

/** An order that waits, as its counter goes on with it. */
export async function takeOrder(tx: CallerTx, id: number) {
  const { state, billNo } = await counterOrder(tx, id)
  if (state !== 'estimating') refuse(`单据 ${billNo} 已不是挂单，请刷新`)
  return viewRepair(tx, workOrderTraits, id) as never
}

/** 转普通工单: from now on its own desk writes it on. @throws Failure refused for an order without a car */
export async function makeNormal(tx: CallerTx, id: number, version: number): Promise<Held> {
  const order = await heldOrder(tx, id, version)
  assertAtCounter(tx, order.counter, 'add')
  if (order.vehicleId === null) refuse(`挂单 ${order.billNo} 没有车辆，不能转普通工单`)
  const columns = { orderKind: 'normal' }
  tx.send({
    name: 'make-order-normal',
    text: `update repair_document set order_kind = 'normal', version = version + 1 where group_id = $1 and id = $2`,
    values: [tx.groupId, id],
  })
  await audit(tx, {
    entity: order.kind,
    entityId: id,
    action: 'update',
    fromState: order.state,
    toState: order.state,
    detail: changes({ ...order }, columns),
  })
  return { id, billNo: order.billNo, version: version + 1 }
}

/** Gives up an order that waits. */
export async function cancelHeld(
  tx: CallerTx,
  id: number,
  { version, reason }: { version: number; reason: string },
): Promise<Held> {
  const { counter } = await heldOrder(tx, id, version)
  assertAtCounter(tx, counter, 'hold')
  const cancelled = await tx.withButtons([button('work_order', 'cancel')], () =>
    runAction(tx, repairActionKind(workOrderKind), id, 'cancel', { version, reason }),
  )
  return only(cancelled)
}
