import { unfinishedStates } from '@chepu/contract/kernel/states'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { statesOfAll } from '../../kernel/document/registry'
import { invalid, refuse } from '../../kernel/base/errors'
import { holdAlone, lockMaster } from '../../kernel/master/master'
import type { PartMaster } from './check'
import { refreshParts } from './refresh'
import { partMaster } from './save'

/**
 * 合并配件: the doubled part hands its OE numbers, barcodes and fitted models to the one that stays and is disabled.
 * Posted history keeps its name. It must have no stock and stand in no open document (business/basics 8).
 */
export async function mergeParts(tx: CallerTx, targetId: number, sourceId: number): Promise<{ id: number }> {
  if (targetId === sourceId) invalid([{ path: 'sourceId', message: '不能与自己合并' }])
  const locked = new Map<number, PartMaster>()
  for (const id of [targetId, sourceId].toSorted((a, b) => a - b))
    locked.set(id, await lockMaster<PartMaster>(tx, partMaster, id))
  const target = locked.get(targetId) as PartMaster
  const source = locked.get(sourceId) as PartMaster
  if (!target.isActive) refuse(`配件 ${target.code} 已停用，不能作为合并后的配件`)
  if (target.unitId !== source.unitId) refuse('两个配件的单位不同，不能合并')
  await holdAlone(tx, partMaster, sourceId)
  await assertIdle(tx, source)
  await moveNumbers(tx, targetId, sourceId)
  await tx.query({
    text: `update part set is_active = false, remark = left(remark || $3, 255) where group_id = $1 and id = $2`,
    values: [tx.groupId, sourceId, `（已合并到 ${target.code}）`],
  })
  await refreshParts(tx, [sourceId, targetId])
  const detail = { source: source.code, target: target.code }
  await audit(
    tx,
    { entity: 'part', entityId: sourceId, action: 'merge', detail },
    { entity: 'part', entityId: targetId, action: 'merge', detail },
  )
  return { id: targetId }
}

async function assertIdle(tx: CallerTx, source: PartMaster): Promise<void> {
  const stock = await tx.one({
    text: 'select 1 as held from stock_cost where group_id = $1 and part_id = $2 and (qty <> 0 or value <> 0) limit 1',
    values: [tx.groupId, source.id],
  })
  if (stock) refuse(`配件 ${source.code} 还有库存，请先调整到合并后的配件`)
  const open = await tx.one<{ billNo: string }>({
    text: `select d.bill_no from (
        select d.kind, d.state, d.bill_no from goods_document_line l
        join goods_document d on d.group_id = l.group_id and d.id = l.document_id
        where l.group_id = $1 and l.part_id = $2
        union all
        select d.kind, d.state, d.bill_no from stock_count_line l
        join stock_count d on d.group_id = l.group_id and d.id = l.count_id
        where l.group_id = $1 and l.part_id = $2
      ) d where (d.kind, d.state) in (select * from unnest($3::text[], $4::text[])) limit 1`,
    values: [tx.groupId, source.id, ...statesOfAll(unfinishedStates)],
  })
  if (open) refuse(`配件 ${source.code} 在未完成的单据 ${open.billNo} 中，请先处理该单据`)
}

async function moveNumbers(tx: CallerTx, targetId: number, sourceId: number): Promise<void> {
  const values = [tx.groupId, targetId, sourceId]
  await tx.query({
    text: `update part_oe o set part_id = $2, is_primary = false where group_id = $1 and part_id = $3
      and not exists (select from part_oe own where own.group_id = $1 and own.part_id = $2 and own.oe_norm = o.oe_norm)`,
    values,
  })
  await tx.query({ text: 'update part_barcode set part_id = $2 where group_id = $1 and part_id = $3', values })
  await tx.query({
    text: `update part_fitment f set part_id = $2 where group_id = $1 and part_id = $3
      and not exists (select from part_fitment own where own.group_id = $1 and own.part_id = $2 and own.model_text = f.model_text)`,
    values,
  })
  await tx.query({
    text: `update part p set version = version + 1, updated_at = now(),
        fitment = coalesce((select string_agg(distinct model_text, '；') from part_fitment where group_id = $1 and part_id = p.id), ''),
        oe_no = coalesce((select oe_no from part_oe where group_id = $1 and part_id = p.id order by is_primary desc, id limit 1), '')
      where p.group_id = $1 and p.id in ($2, $3)`,
    values,
  })
}
