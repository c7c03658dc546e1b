// What an order's material wants of the stock (business/repair 5).
import { type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import type { OrgConfig } from '@chepu/contract/kernel/org-config'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { lockPools, type PoolPlace } from '../../kernel/ledgers/pools'
import { holdWanted } from '../../kernel/ledgers/reservation'
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
