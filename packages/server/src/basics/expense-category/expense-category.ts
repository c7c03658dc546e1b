import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import {
  type expenseCategoryRoutes,
  type ExpenseCategoryRow,
  maxExpenseLevel,
} from '@chepu/contract/basics/expense-category'
import { moneyDirections } from '@chepu/contract/basics/words'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { assertTreePlace } from '../../kernel/master/tree-place'

type Body = BodyOf<typeof expenseCategoryRoutes.save>

const category: Master = { table: 'expense_category', title: '收支类别' }

interface Category extends MasterRow {
  parentId: number | null
  direction: Body['direction']
  name: string
  isSystem: boolean
}

/** The whole tree, income before expense and parents before children. */
export function listExpenseCategories(tx: CallerTx): Promise<ExpenseCategoryRow[]> {
  return tx.query({
    name: 'list-expense-categories',
    text: `with recursive tree as (
        select c.*, 1 as level from expense_category c where c.group_id = $1 and c.parent_id is null
        union all
        select c.*, tree.level + 1 from tree join expense_category c on c.group_id = $1 and c.group_id = tree.group_id and c.parent_id = tree.id
      )
      select id, parent_id, direction, name, sort_no, remark, is_system, is_active, version
      from tree order by level, direction, sort_no, id`,
    values: [tx.groupId],
  })
}

/** Saves a category; what stands below one has its direction, and the tree keeps its three levels (business/basics 7.4). */
export async function saveExpenseCategory(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, ...row } = body
  if (!mayPress(tx.caller, id === undefined ? dictionaryButtons.add : dictionaryButtons.update)) forbidden()
  const place = row.parentId === null ? '' : '同一上级下'
  const message = `${place}已有${moneyDirections[row.direction]}类别“${row.name}”`
  return onViolation({ expense_category_group_id_direction_parent_id_name_key: message }, async () => {
    const all = await lockTree(tx)
    const before = id === undefined ? undefined : await lockMaster<Category>(tx, category, id, version ?? 0)
    if (row.parentId !== null)
      assertTreePlace(all, { id, parentId: row.parentId }, { title: '类别', most: maxExpenseLevel })
    assertDirection(all, { ...row, id })
    if (!before) return addMaster(tx, category, row)
    if (before.isSystem && (before.name !== row.name || before.direction !== row.direction))
      refuseSystem(before, '改名')
    return changeMaster(tx, category, before, row)
  })
}

/** The tree as it stands; who changes it waits for whoever is changing it, so that two moves make no circle. */
const lockTree = (tx: CallerTx): Promise<Category[]> =>
  tx.query({
    text: 'select * from expense_category where group_id = $1 order by id for no key update',
    values: [tx.groupId],
  })

function assertDirection(
  all: readonly Category[],
  row: { id: number | undefined } & Pick<Body, 'parentId' | 'direction'>,
) {
  const fault = (message: string) => invalid([{ path: 'direction', message }])
  const parent = all.find(({ id }) => id === row.parentId)
  if (parent && parent.direction !== row.direction)
    fault(`上级“${parent.name}”是${moneyDirections[parent.direction]}类别`)
  const child = all.find(
    ({ parentId, direction }) => row.id !== undefined && parentId === row.id && direction !== row.direction,
  )
  if (child) fault(`下级“${child.name}”是${moneyDirections[child.direction]}类别，不能改方向`)
}

function refuseSystem(row: Category, what: string): never {
  refuse(`“${row.name}”由系统使用，不能${what}`)
}

export const enableExpenseCategory = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster<Category>(tx, category, id, change, (row) => {
    if (row.isSystem) refuseSystem(row, '停用')
  })

/** Deletes a category that has nothing below it and that no document names. */
export async function removeExpenseCategory(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster<Category>(tx, category, id)
  if (row.isSystem) refuseSystem(row, '删除')
  return removeMaster(tx, category, row)
}
