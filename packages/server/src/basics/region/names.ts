import type { Tx } from '../../kernel/db/tx'

export interface NamedRegion {
  code: string
  /** From the province down: 湖北省武汉市武昌区. */
  path: string
  isActive: boolean
}

const withPaths = `select r1.code, concat(r3.name, r2.name, r1.name) as path, r1.is_active from shared.region r1
  left join shared.region r2 on r2.code = r1.parent_code
  left join shared.region r3 on r3.code = r2.parent_code`

/** The regions of the codes; a code that is none is missing. */
export async function regionsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, NamedRegion>> {
  const wanted = [...new Set(codes)].filter((code) => code !== '')
  if (wanted.length === 0) return new Map()
  const rows = await tx.query<NamedRegion>({
    name: 'regions-of',
    text: `${withPaths} where r1.code = any ($1::text[])`,
    values: [wanted],
  })
  return new Map(rows.map((row) => [row.code, row]))
}

/**
 * Finds active regions by what people write: 湖北省武汉市武昌区, 湖北/武汉市/武昌区 and, where only one fits, 武汉市武昌区.
 * Undefined when none or several fit.
 */
export async function regionFinder(tx: Tx): Promise<(typed: string) => NamedRegion | undefined> {
  const rows = await tx.query<NamedRegion & { short: string }>({
    name: 'region-names',
    text: `select r.*, case when r3.name is null then '' else concat(r2.name, r1.name) end as short from (${withPaths}) r
      join shared.region r1 on r1.code = r.code
      left join shared.region r2 on r2.code = r1.parent_code
      left join shared.region r3 on r3.code = r2.parent_code
      where r.is_active`,
  })
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const byShort = new Map<string, NamedRegion | undefined>()
  for (const row of rows) if (row.short !== '') byShort.set(row.short, byShort.has(row.short) ? undefined : row)
  return (typed) => {
    const plain = typed.replace(/[\s/\-—>、,，]/g, '')
    return byPath.get(plain) ?? byShort.get(plain)
  }
}

/** The beginning that the codes of a region and of all below it share: 42 of 420000, 4201 of 420100. */
export const regionPrefix = (code: string): string => code.replace(/(00){1,2}$/, '')
