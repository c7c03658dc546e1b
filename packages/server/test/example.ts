import type { z } from 'zod'

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
  entries?: Record<string, string>
  values?: unknown[]
  valueType?: z.ZodType
}

interface Set {
  path: readonly string[]
  value: unknown
}

/** Texts of which one or the other pleases every field that bodies ask for. */
const texts = ['测试名称', '1', '2026-03-02', 'Abc_12', '13800138000', 'A1', '0', '']

/**
 * A body that a schema accepts, with one value set: what may be left out is left out unless the value stands below it. Ids
 * and words are taken from `known` by the name of their field.
 */
export function example(schema: z.ZodType, set: Set | null, known: Record<string, unknown>, name = ''): unknown {
  if (set?.path.length === 0) return set.value
  const definition = schema.def as unknown as Definition
  const { shape, element, innerType, options } = definition
  const [key, ...rest] = set?.path ?? []
  const below = (own: string): Set | null => (set && key === own ? { path: rest, value: set.value } : null)
  if (shape) {
    const keys = Object.keys(shape).filter(
      (own) => below(own) || !(shape[own] as z.ZodType).safeParse(undefined).success,
    )
    return Object.fromEntries(keys.map((own) => [own, example(shape[own] as z.ZodType, below(own), known, own)]))
  }
  if (element)
    return element && (below('*') || !schema.safeParse([]).success) ? [example(element, below('*'), known, name)] : []
  if (innerType) return set === null && schema.safeParse(null).success ? null : example(innerType, set, known, name)
  if (options)
    return example(options.find((option) => holds(option, set)) ?? (options[0] as z.ZodType), set, known, name)
  if (definition.in) return example(definition.in, set, known, name)
  const first = [
    known[name],
    1,
    202_601,
    110_000,
    ...texts,
    true,
    {},
    ...(definition.values ?? []),
    ...Object.values(definition.entries ?? {}),
  ]
  return first.find((value) => value !== undefined && schema.safeParse(value).success)
}

/** Whether a value can be set below the schema. */
function holds(schema: z.ZodType, set: Set | null): boolean {
  const [key, ...rest] = set?.path ?? []
  if (set === null || key === undefined) return true
  const { shape, element, innerType, options, in: before } = schema.def as unknown as Definition
  const next = { path: rest, value: set.value }
  if (shape) return shape[key] !== undefined && holds(shape[key], next)
  if (element) return key === '*' && holds(element, next)
  if (options) return options.some((option) => holds(option, set))
  const inner = innerType ?? before
  return inner !== undefined && holds(inner, set)
}
