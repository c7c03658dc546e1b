// Goods of a count that freezes stay where they are: their pools name it, and every posting reads that under its own lock.
import { button } from '@chepu/contract/access/catalogue'
import type { CallerTx } from '../../kernel/db/tx'
import { refuse } from '../../kernel/base/errors'
import { lockPools } from '../../kernel/ledgers/pools'
import { notify, usersWith } from '../../kernel/notify/notify'
import type { StockCount } from './repo'

/**
 * Freezes the pools of these parts. They are locked first, in the order of all postings, so that a sale is either over or finds
 * them frozen. @throws Failure refusal, where another count has frozen one of them
 */
export async function freeze(tx: CallerTx, count: StockCount, partIds: readonly number[]): Promise<void> {
  const { warehouseId } = count
  const places = partIds.map((partId) => ({ warehouseId, partId }))
  const pools = await lockPools(tx, count.orgId, places)
  const other = [...pools.values()].find(({ frozenBy }) => frozenBy !== null)
  if (other) {
    const line = count.lines.find(({ partId }) => partId === other.partId)
    refuse(`[${line?.partCode ?? ''}] 已被另一张盘点单冻结，不能同时盘点`)
  }
  tx.send({
    name: 'freeze-pools',
    text: `update stock_cost set frozen_by = $4
      where group_id = $1 and org_id = $2 and warehouse_id = $3 and part_id = any ($5::bigint[])`,
    values: [tx.groupId, count.orgId, warehouseId, count.id, partIds],
  })
  await announce(tx, count, '盘点中，暂停出入库')
}

/**
 * Lets the goods of a count go. What it posts besides is locked with them, in the order of all pools: goods that were found are not frozen,
 * and may come before those that are.
 */
export async function unfreeze(tx: CallerTx, count: StockCount, posts: readonly number[] = []): Promise<void> {
  if (!count.isFreezing) return
  const freed = await tx.query<{ partId: number }>({
    name: 'unfreeze-pools',
    text: `with touched as (
        select warehouse_id, part_id, frozen_by from stock_cost
        where group_id = $1 and org_id = $2 and (frozen_by = $3 or (warehouse_id = $4 and part_id = any ($5::bigint[])))
        order by warehouse_id, part_id for no key update
      )
      update stock_cost c set frozen_by = null from touched t
      where c.group_id = $1 and c.org_id = $2 and c.warehouse_id = t.warehouse_id and c.part_id = t.part_id and t.frozen_by = $3
      returning c.part_id`,
    values: [tx.groupId, count.orgId, count.id, count.warehouseId, posts],
  })
  if (freed.length > 0) await announce(tx, count, '盘点结束，恢复出入库')
}

/** Tells who moves goods out of the warehouse, or promises them (business/notifications 2). */
async function announce(tx: CallerTx, { orgId, warehouseId, billNo }: StockCount, what: string): Promise<void> {
  const [warehouse, ...users] = await Promise.all([
    tx.one<{ name: string }>({
      name: 'name-of-warehouse',
      text: 'select name from warehouse where group_id = $1 and id = $2',
      values: [tx.groupId, warehouseId],
    }),
    ...told.map((right) => usersWith(tx, orgId, right)),
  ])
  const others = users.flat().filter((id) => id !== tx.caller.userId)
  notify(tx, { users: others, kind: 'notice', orgId, message: `${warehouse?.name ?? ''} ${what}（${billNo}）` })
}

const told = [button('inbound', 'post'), button('outbound', 'post'), button('reception', 'add')]
