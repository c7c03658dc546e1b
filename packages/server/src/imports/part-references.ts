// Names that the rows of a part file refer to: brands, categories, units, tax rates.
import { shanghaiDay } from '../kernel/base/calendar'
import { div, equals } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'

/** What a name stands for, or why it stands for nothing. What is `stopped`, for the reason told, stays only where it is already. */
export type Found<Item> = { item: Item; stopped?: string } | { message: string }

/** The item, with the reason when nothing new may take it. */
export const foundUnless = <Item>(isActive: boolean, item: Item, stopped: string): Found<Item> =>
  isActive ? { item } : { item, stopped }

export interface PartReferences {
  brand(name: string): Found<number>
  category(name: string): Found<number>
  unit(name: string): Found<number>
  taxRate(text: string | null): Found<number>
}

interface CategoryRow {
  id: number
  parentId: number | null
  name: string
  isActive: boolean
}

/** Reads all the short lists at once. */
export async function partReferences(tx: Tx): Promise<PartReferences> {
  const values = [tx.groupId]
  const brands = await tx.query<{ id: number; name: string; isActive: boolean }>({
    text: 'select id, name, is_active from brand where group_id = $1',
    values,
  })
  const categories = await tx.query<CategoryRow>({
    text: `select id, parent_id, name, is_active from part_category where group_id = $1`,
    values,
  })
  const units = await tx.query<{ id: number; name: string }>({
    text: 'select id, name from unit where group_id = $1',
    values,
  })
  const rates = await tx.query<TaxRow>({
    text: `select id, name, rate, is_active and valid_from <= $2 as is_active from tax_rate where group_id = $1
      order by is_active desc, is_goods_default desc, id`,
    values: [...values, shanghaiDay()],
  })
  return {
    brand: byName('品牌', '请先在品牌管理中新增', brands),
    category: categoryFinder(categories),
    unit: byName('单位', '请填写已有的计量单位', units),
    taxRate: (text) => taxRateOf(rates, text),
  }
}

function byName(
  title: string,
  advice: string,
  rows: readonly { id: number; name: string; isActive?: boolean }[],
): (name: string) => Found<number> {
  const known = finderOf(rows, (row) => row.name)
  return (name) => {
    const [row, other] = known(name)
    if (row && other) return { message: `${title}“${name}”有多个：${row.name}、${other.name}，请区分大小写` }
    if (!row) return { message: `${title}“${name}”不存在，${advice}` }
    return foundUnless(row.isActive !== false, row.id, `${title}“${name}”已停用`)
  }
}

/** A leaf by its name, or by its path 制动系统/刹车片 where several have the same name. */
function categoryFinder(rows: readonly CategoryRow[]): (name: string) => Found<number> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parents = new Set(rows.map((row) => row.parentId))
  const pathOf = (row: CategoryRow): string => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    return parent ? `${pathOf(parent)}/${row.name}` : row.name
  }
  const named = finderOf(rows, ({ name }) => name, pathOf)
  return (name) => {
    const hits = named(name.replace(/\s*[/＞>／]\s*/g, '/'))
    if (hits.length === 0) return { message: `分类“${name}”不存在，请先在配件分类中新增` }
    const leaves = hits.filter((row) => !parents.has(row.id))
    if (leaves.length === 0) return { message: `分类“${name}”下还有子分类，请填写最末级分类` }
    if (leaves.length > 1) return { message: `有多个分类“${name}”，请写全路径：${leaves.map(pathOf).join('、')}` }
    const [leaf] = leaves as [CategoryRow]
    return foundUnless(leaf.isActive, leaf.id, `分类“${name}”已停用`)
  }
}

interface TaxRow {
  id: number
  name: string
  rate: string
  isActive: boolean
}

/** A rate by its name, or written as 13%, 13 or 0.13; the default for goods when blank. */
function taxRateOf(rates: readonly TaxRow[], text: string | null): Found<number> {
  const figure = text === null ? null : (/^(\d{1,2}(?:\.\d{1,4})?)%?$/.exec(text)?.[1] ?? null)
  const found =
    text === null
      ? rates.find((rate) => rate.isActive)
      : (rates.find((rate) => rate.name === text) ??
        rates.find((rate) => rate.name.toLowerCase() === text.toLowerCase()) ??
        rates.find(
          (rate) =>
            figure !== null &&
            (equals(rate.rate, div(figure, '100')) || (!text.endsWith('%') && equals(rate.rate, figure))),
        ))
  if (found) return foundUnless(found.isActive, found.id, `税率“${text}”已停用或还未到生效日期`)
  return { message: text === null ? '没有可用的税率，请先在税率设置中新增' : `税率“${text}”不存在` }
}
