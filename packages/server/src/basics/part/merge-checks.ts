import { unfinishedStates } from '@chepu/contract/kernel/states'
import type { CallerTx } from '../../kernel/db/tx'
import { documentsWithPart } from '../../kernel/document/references'
import type { PartPair } from './merge-stock'

/** Numbers of documents that are told of at once. */
const told = 5

/** Why the two cannot be merged, each reason in words; none when they can (business/basics 3.1). */
export async function mergeRefusals(tx: CallerTx, pair: PartPair): Promise<string[]> {
  const { target, source } = pair
  if (target.id === source.id) return ['不能与自己合并']
  const others = [
    await elsewhere(tx, pair),
    await openDocuments(tx, source),
    await sharedAssemblies(tx, pair),
    await madeOfEachOther(tx, pair),
  ]
  return [
    ...(target.isActive ? [] : [`配件 ${target.code} 已停用，不能作为合并后的配件`]),
    ...(target.unitId === source.unitId ? [] : ['两个配件的单位不同，不能合并']),
    ...(target.batchManaged === source.batchManaged ? [] : ['两个配件一个按批次管理，一个不按批次管理，不能合并']),
    ...others.flat(),
  ]
}

async function elsewhere(tx: CallerTx, { target, source }: PartPair): Promise<string[]> {
  if (source.mergedIntoId === null || source.mergedIntoId === target.id) return []
  const row = await tx.one<{ code: string }>({
    text: 'select code from part where group_id = $1 and id = $2',
    values: [tx.groupId, source.mergedIntoId],
  })
  return [`配件 ${source.code} 已合并到 ${row?.code}，只能再合并到 ${row?.code}`]
}

async function openDocuments(tx: CallerTx, source: PartPair['source']): Promise<string[]> {
  const numbers = await documentsWithPart(tx, source.id, unfinishedStates, told)
  if (numbers.length === 0) return []
  const more = numbers.length === told ? '等' : ''
  return [`配件 ${source.code} 在未完成的单据 ${numbers.join('、')}${more} 中，请先处理这些单据`]
}

/** What is assembled of both would need one of them twice. */
async function sharedAssemblies(tx: CallerTx, { target, source }: PartPair): Promise<string[]> {
  const rows = await tx.query<{ code: string }>({
    text: `select p.code from part_bom a join part_bom b on b.group_id = a.group_id and b.parent_id = a.parent_id and b.component_id = $3
      join part p on p.group_id = a.group_id and p.id = a.parent_id
      where a.group_id = $1 and a.component_id = $2 order by p.code limit ${told}`,
    values: [tx.groupId, target.id, source.id],
  })
  if (rows.length === 0) return []
  return [`${rows.map(({ code }) => code).join('、')} 的组成件同时含有这两个配件，请先修改组成件`]
}

/** One that stands somewhere in the other would become its own component. */
async function madeOfEachOther(tx: CallerTx, { target, source }: PartPair): Promise<string[]> {
  const row = await tx.one({
    text: `with recursive below as (
        select parent_id as top, component_id as id from part_bom where group_id = $1 and parent_id in ($2, $3)
        union
        select below.top, b.component_id from below join part_bom b on b.group_id = $1 and b.parent_id = below.id
      )
      select 1 as found from below where (top, id) in (($2, $3), ($3, $2)) limit 1`,
    values: [tx.groupId, target.id, source.id],
  })
  return row ? ['其中一个配件是另一个的组成件，合并后会含有自己，请先修改组成件'] : []
}
