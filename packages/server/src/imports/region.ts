import { besideImport, regionHeadings } from '@chepu/contract/imports/import-headings'
import { maxRegionLevel, regionRoot } from '@chepu/contract/basics/region'
import { text } from '@chepu/contract/kernel/scalars'
import { z } from 'zod'
import { audit } from '../kernel/db/audit'
import { inTurns } from '../kernel/master/bulk'
import type { CallerTx } from '../kernel/db/tx'
import { groupBy } from '../kernel/base/group-by'
import { raiseStamp } from '../basics/public'
import { importer, type Plan } from './importer'
import { FirstRows } from './lists'

const code = z.string().regex(/^\d{6}$/, '代码应为6位数字')

const columns = [
  {
    key: 'code',
    ...regionHeadings.code,
    required: true,
    schema: code,
    note: 'GB/T 2260 的6位数字代码',
    example: '820000',
  },
  {
    key: 'name',
    ...regionHeadings.name,
    required: true,
    schema: text(60),
    note: '最多60个字符',
    example: '澳门特别行政区',
  },
  {
    key: 'parent',
    ...regionHeadings.parent,
    schema: z.string().regex(/^(\d{6}|0086)$/, '上级代码应为6位数字'),
    note: '空白时由代码推出；省级填 0086 或留空',
    example: '0086',
  },
] as const

interface Region {
  code: string
  parent: string
  name: string
  level: number
}

/** 地区 by code, name and parent: new ones are added; with 覆盖 names and places of known ones follow the file. */
export const regionImporter = importer({
  title: '地区',
  headings: regionHeadings,
  beside: besideImport.region,
  columns: () => columns,
  examples: () => Promise.resolve({}),
  async prepare(tx, entries, { overwrite, fault }): Promise<Plan> {
    const stored = await tx.query<Region>({
      text: 'select code, parent_code as parent, name, level from shared.region',
    })
    const known = new Map(stored.map((region) => [region.code, region]))
    const all = new Map(known)
    const named = new Set([...known.keys(), ...entries.map(({ values }) => values.code)])
    const first = new FirstRows()
    for await (const { row, values } of inTurns(entries)) {
      const before = first.seen(values.code, row)
      if (before !== undefined) fault(row, '代码', `与第${before}行的代码重复`)
      if (known.has(values.code) && !overwrite) fault(row, '代码', `代码${values.code}已存在，如需更新请勾选“覆盖”`)
      const parent = values.parent ?? parentOf(values.code, named)
      all.set(values.code, { code: values.code, name: values.name, parent, level: 0 })
    }
    const levels = levelsOf([...all.values()])
    for (const { row, values } of entries) {
      const level = levels.get(values.code)
      if (level === undefined) fault(row, '上级代码', '上级地区不存在，或地区互为上下级')
      else if (level > maxRegionLevel) fault(row, '上级代码', '地区最多3级：省、市、区')
    }
    const rows = entries.map(({ values }) => all.get(values.code) as Region)
    const added = rows.filter((region) => !known.has(region.code)).length
    return {
      added,
      updated: rows.length - added,
      async write() {
        await writeRegions(
          tx,
          [...all.values()].map((region) => ({ ...region, level: levels.get(region.code) ?? region.level })),
          new Set(rows.map((region) => region.code)),
        )
        await audit(tx, { entity: 'region', entityId: 0, action: 'import', detail: { rows: rows.length, added } })
        return []
      },
    }
  },
})

/** 440106 stands below 440100 where that exists, else below 440000; a province below the root. */
function parentOf(code: string, named: ReadonlySet<string>): string {
  const above = [`${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].filter((each) => each !== code)
  return above.find((each) => named.has(each)) ?? regionRoot
}

/** From 1 for a province on; what does not hang on the root has none. */
function levelsOf(regions: readonly Region[]): Map<string, number> {
  const below = groupBy(regions, ({ parent }) => parent)
  const levels = new Map<string, number>()
  let codes = [regionRoot]
  for (let level = 1; codes.length > 0; level += 1) {
    codes = codes.flatMap((code) => below.get(code) ?? []).map(({ code }) => code)
    for (const code of codes) levels.set(code, level)
  }
  return levels
}

/** Writes the rows of the file, and those below them whose level follows. */
async function writeRegions(tx: CallerTx, regions: readonly Region[], changed: ReadonlySet<string>): Promise<void> {
  const rows = regions.map((region) => [
    region.code,
    region.parent,
    region.name,
    region.level,
    changed.has(region.code) ? 1 : 0,
  ])
  await tx.insert(
    'shared.region',
    ['code', 'parent_code', 'name', 'level', 'version'],
    rows,
    `on conflict (code) do update set parent_code = excluded.parent_code, name = excluded.name, level = excluded.level,
        version = region.version + excluded.version
      where (region.parent_code, region.name, region.level) is distinct from
        (excluded.parent_code, excluded.name, excluded.level)`,
  )
  await raiseStamp(tx)
}
