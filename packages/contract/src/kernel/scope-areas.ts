import { z } from 'zod'
import { oneOf } from './labelled'

/** Areas of data scope with the names that users read (business/access 7). */
export const scopeAreas = {
  customer: '客户',
  purchase: '采购',
  sales: '销售',
  stock: '库存',
  repair: '维修',
  warranty: '三包',
  finance: '财务',
  statistics: '统计',
} as const
export type ScopeArea = keyof typeof scopeAreas
export const scopeArea = oneOf(scopeAreas)

/** Scopes from narrow to wide. */
export const scopeNames = { 1: '本人', 2: '本部门', 3: '本企业', 4: '全部' } as const
export const scope = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type Scope = z.output<typeof scope>

/** What an area without a scope of its own has. */
export const defaultScope: Scope = 3
