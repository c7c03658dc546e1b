import type { z } from 'zod'
import { id } from './scalars'

// Ids in bodies that name rows of other tables, and that no handler reads: the server checks them in one place.

/** What an id may name; the server knows the tables. */
export const referred = {
  employee: '员工',
  department: '部门',
  settlementMethod: '结算方式',
  carrier: '物流公司',
  supplier: '供应商',
  unit: '单位',
  businessType: '业务类型',
  bay: '工位',
  warehouse: '仓库',
  shop: '门店',
} as const
export type Referred = keyof typeof referred

/**
 * An id that a draft or master keeps: refused unless it names an active row, of the caller's organisation where the kind
 * belongs to one. Other ids of a body are checked by the handler that reads their rows.
 */
export const reference = (to: Referred) => id.meta({ reference: to })

/** A number of a body, with where it stands and what it says about itself. */
export interface NumberField {
  /** Keys from the root; `*` stands for each element of a list. */
  path: readonly string[]
  /** Label of the field, or '' . */
  title: string
  reference: Referred | undefined
  /** A whole number from 1 without end, as ids are. */
  isId: boolean
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
}

const accepts = (schema: z.ZodType, value: number) => schema.safeParse(value).success
const isIdOf = (schema: z.ZodType): boolean =>
  accepts(schema, 1) && accepts(schema, Number.MAX_SAFE_INTEGER) && !accepts(schema, 0) && !accepts(schema, 1.5)

/** Every number of a schema, through lists, options and defaults. */
export function numbersOf(schema: z.ZodType, path: readonly string[] = [], title = ''): NumberField[] {
  const definition = schema.def as unknown as Definition
  const meta = schema.meta() as { title?: string; reference?: Referred } | undefined
  const label = meta?.title ?? title
  const { shape, element, innerType, options } = definition
  if (definition.type === 'number') return [{ path, title: label, reference: meta?.reference, isId: isIdOf(schema) }]
  if (shape) return Object.entries(shape).flatMap(([key, each]) => numbersOf(each, [...path, key]))
  if (element) return numbersOf(element, [...path, '*'], label)
  if (innerType) return numbersOf(innerType, path, label)
  if (options) return options.flatMap((option) => numbersOf(option, path, label))
  return definition.in ? numbersOf(definition.in, path, label) : []
}
