import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containing } from './scope'

/** F-part of DOMAIN section 2. */
export interface PartFilters {
  part?: string | undefined
  brandId?: number | undefined
  categoryId?: number | undefined
  fitment?: string | undefined
  spec?: string | undefined
}

/** What a part filter asks of the alias `p` of table part; a category includes everything below it. */
export function partConditions(filters: PartFilters): RawBuilder<SqlBool>[] {
  const { part, brandId, categoryId, fitment, spec } = filters
  return [
    ...(part ? [sql<SqlBool>`p.search_text like ${containing(part.toLowerCase())}`] : []),
    ...(brandId ? [sql<SqlBool>`p.brand_id = ${brandId}`] : []),
    ...(categoryId
      ? [
          sql<SqlBool>`exists (select 1 from part_category c where c.group_id = p.group_id and c.id = p.category_id
            and (c.id = ${categoryId} or c.path like ${`%/${categoryId}/%`}))`,
        ]
      : []),
    ...(fitment ? [sql<SqlBool>`p.fitment ilike ${containing(fitment)}`] : []),
    ...(spec ? [sql<SqlBool>`p.spec ilike ${containing(spec)}`] : []),
  ]
}
