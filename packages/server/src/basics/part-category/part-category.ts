import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import {
  categoryButtons,
  type categoryRoutes,
  type CategoryRow,
  maxCategoryLevel,
} from '@chepu/contract/basics/part-category'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'

const category: Master = { table: 'part_category', title: '配件分类' }

interface CategoryNode extends MasterRow {
  parentId: number | null
  name: string
  level: number
  path: string
}

/** The whole tree, parents before children, with the number of parts right in each node. */
export function listCategories(tx: CallerTx): Promise<CategoryRow[]> {
  return tx.query({
    name: 'list-categories',
    text: `select c.id, c.parent_id, c.name, c.level, c.tax_class_code, c.warranty_months, c.sort_no, c.is_active, c.version,
        coalesce(n.part_count, 0) as part_count
      from part_category c
      left join (select category_id, count(*) as part_count from part where group_id = $1 group by category_id) n
        on n.category_id = c.id
      where c.group_id = $1 order by c.level, c.sort_no, c.name`,
    values: [tx.groupId],
  })
}

/** Saves a category. Another parent moves it with all below it; the tree keeps its four levels (business/basics 5). */
export async function saveCategory(tx: CallerTx, body: BodyOf<typeof categoryRoutes.save>): Promise<SavedRow> {
  const { id, version, parentId, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? categoryButtons.add : categoryButtons.update)) forbidden()
  const taken = { part_category_group_id_parent_id_name_key: `同一上级下已有分类“${fields.name}”` }
  return onViolation(taken, async () => {
    const parent = parentId === null ? null : await lockMaster<CategoryNode>(tx, category, parentId)
    const level = (parent?.level ?? 0) + 1
    if (id === undefined) return addCategory(tx, parent, level, fields)
    const before = await lockMaster<CategoryNode>(tx, category, id, version ?? 0)
    const saved = await changeMaster(tx, category, before, { ...fields, parentId })
    if (before.parentId !== parentId) await moveSubtree(tx, before, parent)
    return saved
  })
}

async function addCategory(
  tx: CallerTx,
  parent: CategoryNode | null,
  level: number,
  fields: Record<string, unknown>,
): Promise<SavedRow> {
  if (level > maxCategoryLevel) invalid([{ path: 'parentId', message: `分类最多${maxCategoryLevel}级` }])
  if (parent) await assertNoParts(tx, parent)
  const added = await addMaster(tx, category, { ...fields, parentId: parent?.id ?? null, level })
  await tx.query({
    text: 'update part_category set path = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, added.id, `${parent?.path || '/'}${added.id}/`],
  })
  return added
}

async function moveSubtree(tx: CallerTx, node: CategoryNode, parent: CategoryNode | null): Promise<void> {
  if (parent && (parent.id === node.id || parent.path.startsWith(node.path)))
    invalid([{ path: 'parentId', message: '不能移到自己的下级' }])
  if (parent) await assertNoParts(tx, parent)
  const path = `${parent?.path || '/'}${node.id}/`
  const shift = (parent?.level ?? 0) + 1 - node.level
  const deepest = await tx.one<{ level: number }>({
    text: `select max(level) as level from part_category where group_id = $1 and (id = $2 or path like $3)`,
    values: [tx.groupId, node.id, `${node.path}%`],
  })
  if ((deepest?.level ?? node.level) + shift > maxCategoryLevel)
    invalid([{ path: 'parentId', message: `移动后分类超过${maxCategoryLevel}级` }])
  await tx.query({
    text: `update part_category set level = level + $4, path = $5 || substr(path, $6)
      where group_id = $1 and (id = $2 or path like $3)`,
    values: [tx.groupId, node.id, `${node.path}%`, shift, path, node.path.length + 1],
  })
}

/** Parts stand in leaves only (business/basics 3), so a category that holds parts gets no children. */
async function assertNoParts(tx: CallerTx, parent: CategoryNode): Promise<void> {
  const held = await tx.one({
    text: 'select 1 as held from part where group_id = $1 and category_id = $2 limit 1',
    values: [tx.groupId, parent.id],
  })
  if (held) refuse(`分类“${parent.name}”下已有配件，不能再建下级；请先把配件改到其他分类`)
}

export const enableCategory = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, category, id, change)

export const removeCategory = async (tx: CallerTx, id: number) =>
  removeMaster(tx, category, await lockMaster(tx, category, id))
