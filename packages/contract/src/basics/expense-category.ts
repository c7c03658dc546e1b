import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { id, sortNumber, text, text255 } from '../kernel/scalars'
import { moneyDirections } from './words'
import { dictionaryButtons } from '../access/document-rights'

/** Levels of the tree at most (business/basics 7.4). */
export const maxExpenseLevel = 3

const moneyDirection = oneOf(moneyDirections).describe(`收支方向：${labelled(moneyDirections)}`)

const expenseCategoryRow = z.object({
  id,
  parentId: id.nullable(),
  direction: moneyDirection,
  name: z.string(),
  sortNo: z.number().int(),
  remark: z.string(),
  isSystem: z.boolean(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type ExpenseCategoryRow = z.output<typeof expenseCategoryRow>

const { add, update, remove } = dictionaryButtons
const path = '/api/web/expense-category'

/** 收支类别 (business/basics 7.4): all nodes at once, parents before children. Drop-downs read it too. */
export const expenseCategoryRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'signedIn',
    summary: '收支类别',
    data: z.object({ rows: z.array(expenseCategoryRow) }),
  }),
  save: route({
    method: 'POST',
    path,
    access: [add, update],
    summary: '保存收支类别',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      parentId: id.nullable().default(null),
      direction: moneyDirection,
      name: text(30).min(1, '请输入名称'),
      sortNo: sortNumber,
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: enableRoute(path, update, '收支类别'),
  remove: removeRoute(path, remove, '收支类别'),
}
