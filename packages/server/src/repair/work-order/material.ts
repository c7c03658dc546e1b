// What an order's material wants of the stock (business/repair 5).
import { type Decimal, isPositive, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { OrgConfig } from '@chepu/contract/kernel/org-config'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import type { HeldGoods } from '../../kernel/document/registry'
import { lockPools, type PoolPlace } from '../../kernel/ledgers/pools'
import { holdWanted } from '../../kernel/ledgers/reservation'
import { notifyBy } from '../../kernel/notify/notify'
import type { RepairDocument, RepairLine } from '../../kernel/repair/types'

/** What was issued of a line and stays in the car, 4 decimals. */
export const netIssued = ({ issuedQty, returnedQty }: Pick<RepairLine, 'issuedQty' | 'returnedQty'>): Decimal =>
  sub(issuedQty, returnedQty)

/** 待领: what the customer has agreed to and the warehouse has not issued; nothing of parts that he brings himself (business/repair 5.2). */
export function waitingQty(line: RepairLine): Decimal {
  if (line.section !== 'materials' || line.isCustomerSupplied || line.agreement !== 'agreed') return '0'
  const rest = sub(line.qty, netIssued(line))
  return isPositive(rest) ? rest : '0'
}

/** An order as far as its holding goes. */
interface Holding {
  id: number
  orgId: number
  state: string
  warehouseId: number | null
}

const issuing: readonly string[] = issuingStates

/**
 * Lets the order hold what its material still waits for, and nothing once it is not worked on any more (business/repair 5.3). The caller has locked
 * its header; the pools are locked here.
 */
export const holdMaterial = (tx: CallerTx, order: Holding, lines: readonly RepairLine[]): Promise<void> =>
  holdFor(tx, order, lines, tx.caller.org.config)

/** The same where nobody of the organisation calls: by its settings. */
export async function holdFor(
  tx: Tx,
  order: Holding,
  lines: readonly RepairLine[],
  { autoReserveRepairMaterial }: Pick<OrgConfig, 'autoReserveRepairMaterial'>,
): Promise<void> {
  const { warehouseId } = order
  const holds = warehouseId !== null && autoReserveRepairMaterial && issuing.includes(order.state)
  const wishes = holds
    ? lines.flatMap((line) => {
        const qty = waitingQty(line)
        return isPositive(qty) && line.partId !== null
          ? [{ warehouseId, partId: line.partId, lineId: line.id, qty }]
          : []
      })
    : []
  await holdWanted(tx, order.orgId, { kind: workOrder.kind, id: order.id }, wishes)
}

/**
 * Locks the pools of goods that move for an order, with those of all that it holds: who posts them and then holds what the order waits for
 * would else lock pools in two turns. The caller has locked the order.
 */
export async function lockMaterial(
  tx: CallerTx,
  { orgId, warehouseId, lines }: Pick<RepairDocument, 'orgId' | 'warehouseId' | 'lines'>,
  moved: readonly PoolPlace[],
): Promise<void> {
  const held = lines.flatMap(({ partId, isCustomerSupplied }) =>
    warehouseId === null || partId === null || isCustomerSupplied ? [] : [{ warehouseId, partId }],
  )
  await lockPools(tx, orgId, [...held, ...moved])
}

/**
 * A line that a picking names stays on its order, be that a draft or done (business/repair 4.4). `kept` are the lines that stay.
 * @throws Failure refused, naming the document
 */
export async function assertNotPicked(
  tx: CallerTx,
  { lines }: { lines: readonly RepairLine[] },
  kept: ReadonlySet<number | undefined>,
): Promise<void> {
  const gone = lines.filter(({ id, section }) => section === 'materials' && !kept.has(id))
  if (gone.length === 0) return
  const named = await tx.one<{ billNo: string; lineId: number }>({
    name: 'picked-lines',
    text: `select d.bill_no, l.work_order_line_id as line_id from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.work_order_line_id = any ($2::bigint[]) order by l.work_order_line_id, d.id desc limit 1`,
    values: [tx.groupId, gone.map(({ id }) => id)],
  })
  const line = gone.find(({ id }) => id === named?.lineId)
  if (named && line) refuse(`材料第${line.lineNo}行 [${line.partCode}] 在领料单 ${named.billNo} 上，不能删除`)
}

/** Event 3 of business/notifications 4: the adviser and the technicians of an order learn that what it waited for is there. */
export function tellArrived(tx: Tx, arrivals: readonly HeldGoods[]): void {
  notifyBy(tx, {
    name: 'tell-material-arrived',
    text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, who.user_id, d.org_id, 'news', 3,
        format('工单 %s（%s）等待的配件 [%s] %s 到货 %s，已为其占用', d.bill_no, coalesce(nullif(v.plate, ''), v.vin, ''), p.code, p.name, a.qty),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (document_id, part_id, qty)
      join repair_document d on d.group_id = $1 and d.id = a.document_id
      join part p on p.group_id = d.group_id and p.id = a.part_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      cross join lateral (
        select d.creator_id as user_id where d.salesperson_id is null
        union select e.user_id from employee e where e.group_id = d.group_id and e.id = d.salesperson_id
        union select e.user_id from dispatch t join employee e on e.group_id = t.group_id and e.id = t.employee_id
          where t.group_id = d.group_id and t.work_order_id = d.id
      ) who
      where who.user_id is not null
      returning user_id, org_id, message`,
    values: [
      tx.groupId,
      arrivals.map((arrival) => arrival.documentId),
      arrivals.map((arrival) => arrival.partId),
      arrivals.map((arrival) => trimZeros(arrival.qty)),
    ],
  })
}

/** The adviser learns that goods are held for an order no more, as when a count finds fewer: they wait again. */
export function tellReleased(tx: Tx, released: readonly HeldGoods[]): void {
  notifyBy(tx, {
    name: 'tell-material-released',
    text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, coalesce(e.user_id, d.creator_id), d.org_id, 'news', 3,
        format('工单 %s 因库存减少释放占用：%s，转为缺料，到货后自动占用', d.bill_no, string_agg(format('[%s] %s %s', p.code, p.name, a.qty), '、' order by p.code)),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (document_id, part_id, qty)
      join repair_document d on d.group_id = $1 and d.id = a.document_id
      join part p on p.group_id = d.group_id and p.id = a.part_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      group by d.group_id, d.id, d.org_id, d.bill_no, d.kind, d.creator_id, e.user_id
      returning user_id, org_id, message`,
    values: [
      tx.groupId,
      released.map((goods) => goods.documentId),
      released.map((goods) => goods.partId),
      released.map((goods) => trimZeros(goods.qty)),
    ],
  })
}
