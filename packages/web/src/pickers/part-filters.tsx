import { brandRoutes } from '@chepu/contract/basics/brand'
import { type CategoryRow, categoryRoutes } from '@chepu/contract/basics/part-category'
import { useEffect, useId, useState } from 'react'
import { call } from '../kit/base/call'
import { FitmentFilter } from './fitment-filter'
import { FilterField, type FilterProps, TextFilter } from '../kit/list/filters'
import { Autocomplete } from '../kit/ui/autocomplete'
import { filterOptions } from '../kit/ui/pick-options'
import { useCall } from '../kit/base/use-call'
import { useFilter } from '../kit/list/use-filters'

type Props = Omit<FilterProps, 'title'>

/** 品牌, found by its name or pinyin. */
export function BrandFilter(props: Props) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const [name, setName] = useState('')
  useEffect(() => {
    if (value === undefined) setName('')
  }, [value])
  const find = async (text: string) => {
    const { rows } = await call(brandRoutes.list, { query: { q: text, kind: 'part', rows: 20 } })
    return rows.map((brand) => ({ id: brand.id, label: brand.name, value: brand }))
  }
  return (
    <FilterField title="品牌" id={id}>
      <Autocomplete
        id={id}
        label="品牌"
        text={name}
        placeholder="全部"
        find={find}
        onChange={(option) => {
          setName(option?.label ?? '')
          setValue(option && String(option.id))
        }}
      />
    </FilterField>
  )
}

/** 分类 with everything below it; found by the name of any level. */
export function CategoryFilter(props: Props) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const rows = useCall(categoryRoutes.list, {}, { stale: 5 * 60_000 }).data?.rows ?? []
  const names = pathNames(rows)
  const options = rows.map((row) => ({ id: row.id, label: names.get(row.id) ?? row.name, value: row }))
  return (
    <FilterField title="分类" id={id}>
      <Autocomplete
        id={id}
        label="分类"
        text={options.find((option) => String(option.id) === value)?.label ?? ''}
        placeholder="全部"
        entries={options.length}
        find={(text) => filterOptions(options, text)}
        onChange={(option) => setValue(option && String(option.id))}
      />
    </FilterField>
  )
}

/** 发动机/润滑/机滤: a node's name after those above it. */
function pathNames(rows: readonly CategoryRow[]): Map<number, string> {
  const names = new Map<number, string>()
  for (const row of rows) {
    const above = row.parentId === null ? undefined : names.get(row.parentId)
    names.set(row.id, above ? `${above}/${row.name}` : row.name)
  }
  return names
}

/** Filters of parts (business/lists 1.2) without the search box, for the 更多 row of a query. */
export const partFilters = (
  <>
    <BrandFilter name="brandId" more />
    <CategoryFilter name="categoryId" more />
    <FitmentFilter name="fitment" more />
    <TextFilter name="spec" title="规格" more />
  </>
)
