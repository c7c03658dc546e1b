import type { MergePreview } from '@chepu/contract/kernel/merge-preview'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { warehousesWith } from '../../kernel/caller/caller'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { holdAlone, lockMaster } from '../../kernel/master/master'
import type { PartMaster } from './check'
import { mergeRefusals } from './merge-checks'
import { mergeRows } from './merge-rows'
import { assertEmptied, mergeStock, type PartPair } from './merge-stock'
import { refreshParts } from './refresh'
import { partMaster } from './save'

/**
 * 合并配件: the doubled part hands its stock, numbers, prices and links to the one that stays, and is disabled. Documents and ledgers
 * keep the name under which they were written (business/basics 3.1). Done again, it hands over what has come back since.
 */
export async function mergeParts(tx: CallerTx, targetId: number, sourceId: number): Promise<{ id: number }> {
  const pair = await lockedPair(tx, targetId, sourceId)
  const { target, source } = pair
  await holdAlone(tx, partMaster, sourceId)
  const [refusal] = await mergeRefusals(tx, pair)
  if (refusal !== undefined) refuse(refusal)
  const documents = await mergeStock(tx, pair)
  await assertEmptied(tx, pair)
  const moved = await mergeRows(tx, pair)
  await tx.query({
    text: `update part set is_active = false, merged_into_id = $3,
        remark = case when merged_into_id is null then left(remark || $4, 255) else remark end
      where group_id = $1 and id = $2`,
    values: [tx.groupId, sourceId, targetId, `（已合并到 ${target.code}）`],
  })
  await refreshParts(tx, [sourceId, targetId])
  const detail = { source: source.code, target: target.code, documents, moved }
  await audit(
    tx,
    { entity: 'part', entityId: sourceId, action: 'merge', detail },
    { entity: 'part', entityId: targetId, action: 'merge', detail },
  )
  return { id: targetId }
}

/** Both parts locked by id, as everybody locks parts. */
async function lockedPair(tx: CallerTx, targetId: number, sourceId: number): Promise<PartPair> {
  if (targetId === sourceId) invalid([{ path: 'sourceId', message: '不能与自己合并' }])
  const locked = new Map<number, PartMaster>()
  for (const id of [targetId, sourceId].toSorted((a, b) => a - b))
    locked.set(id, await lockMaster<PartMaster>(tx, partMaster, id))
  return { target: locked.get(targetId) as PartMaster, source: locked.get(sourceId) as PartMaster }
}

/** What merging the two would do. Stock is told of the warehouses that the caller may look into; of others, only that there is some. */
export async function previewPartMerge(tx: CallerTx, targetId: number, sourceId: number): Promise<MergePreview> {
  const rows = await tx.query<PartMaster>({
    text: 'select * from part where group_id = $1 and id in ($2, $3)',
    values: [tx.groupId, targetId, sourceId],
  })
  const partOf = (id: number) => rows.find((row) => row.id === id) ?? notFound('配件')
  const pair = { target: partOf(targetId), source: partOf(sourceId) }
  return {
    refusals: await mergeRefusals(tx, pair),
    moves: [...(await stockInWords(tx, sourceId)), ...(await rowsInWords(tx, sourceId))],
  }
}

async function stockInWords(tx: CallerTx, partId: number): Promise<MergePreview['moves']> {
  const rows = await tx.query<{ warehouse: string; qty: string; unit: string; warehouseId: number }>({
    text: `select c.warehouse_id, w.name as warehouse, c.qty, u.name as unit
      from stock_cost c
      join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id
      join part p on p.group_id = c.group_id and p.id = c.part_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where c.group_id = $1 and c.part_id = $2 and c.qty <> 0 order by c.warehouse_id`,
    values: [tx.groupId, partId],
  })
  const seen = warehousesWith(tx.caller, 'view')
  const shown = rows.filter((row) => seen.includes(row.warehouseId))
  const hidden = rows.length - shown.length
  return [
    ...shown.map(({ warehouse, qty, unit }) => ({ what: '库存', detail: `${warehouse} ${trimZeros(qty)}${unit}` })),
    ...(hidden > 0 ? [{ what: '库存', detail: `另有${hidden}个您看不到的仓库` }] : []),
  ]
}

const counted: Readonly<Record<string, string>> = {
  OE号: 'part_oe where part_id = $2',
  条码: 'part_barcode where part_id = $2',
  适用车型: 'part_fitment where part_id = $2',
  替换关系: 'part_substitute where (part_id = $2 or substitute_id = $2)',
  组成关系: 'part_bom where (parent_id = $2 or component_id = $2)',
  图片: 'part_image where part_id = $2',
  客户协议价: 'partner_price where part_id = $2',
  商品资料: 'product where part_id = $2',
  仓库上下限: 'product_limit where part_id = $2',
}

async function rowsInWords(tx: CallerTx, partId: number): Promise<MergePreview['moves']> {
  const counts = Object.values(counted).map((from, i) => `(select count(*) from ${from} and group_id = $1) as n${i}`)
  const row = await tx.one<Record<string, number>>({
    text: `select ${counts.join(', ')}`,
    values: [tx.groupId, partId],
  })
  return Object.keys(counted).flatMap((what, i) => {
    const count = row?.[`n${i}`] ?? 0
    return count > 0 ? [{ what, detail: `${count}条` }] : []
  })
}
