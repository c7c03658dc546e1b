import { carButtons, carSeriesRoutes, type CarSeriesRow } from '@chepu/contract/basics/car-model'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Button, Tree } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useRefreshCalls } from '../../kit/base/use-call'
import { changeActions, MasterDialogs, type OpenDialog } from '../../kit/form/master-dialogs'
import { RowActions } from '../../kit/ui/row-actions'
import { SearchInput } from '../../kit/ui/search-input'
import { useOptions } from '../../pickers/lists'

export type CarLibrary = DataOf<typeof carSeriesRoutes.list>

/** What of the tree is chosen; nothing for all cars. */
export interface ChosenCar {
  brandId?: number
  seriesId?: number
}

const words = {
  enable: (label: string) => `启用后可以再选“${label}”。`,
  disable: (label: string) => `停用后不能再选“${label}”，已有配件的适用车型不受影响。`,
  remove: (label: string) => `确定删除“${label}”？下面有年款或已被使用的不能删除，可改为停用。`,
}

interface TreeProps {
  library: CarLibrary | undefined
  chosen: ChosenCar
  onChoose: (chosen: ChosenCar) => void
}

/** Brands with their series; a series is added, changed, switched off and deleted here. */
export function SeriesTree({ library, chosen, onChoose }: TreeProps) {
  const { has } = useSession()
  const refreshCalls = useRefreshCalls()
  const [open, setOpen] = useState<OpenDialog<CarSeriesRow>>()
  const [search, setSearch] = useState('')
  const { brands = [], series = [] } = library ?? {}
  const typeOptions = Object.fromEntries(Object.values(useOptions('carType')).map((name) => [name, name]))
  const brandOptions = Object.fromEntries(brands.map(({ id, name }) => [String(id), name]))
  const preset = chosen.brandId === undefined ? undefined : { brandId: chosen.brandId }
  const actionsOf = (row: CarSeriesRow) => [
    ...(has(carButtons.update)
      ? [{ key: 'edit', label: '修改', run: () => setOpen({ kind: 'form', row, key: `${row.id}/${row.version}` }) }]
      : []),
    ...changeActions(row, carSeriesRoutes, { enable: has(carButtons.update), remove: has(carButtons.remove) }, setOpen),
  ]
  const drawSeries = (row: CarSeriesRow) => (
    <span
      className={row.isActive ? 'lp-node' : 'lp-node is-off'}
      onFocus={(event) => event.stopPropagation()}
      title={[row.maker, row.carType].filter(Boolean).join(' ')}
    >
      <span>{row.name}</span>
      <small>{row.modelCount > 0 && row.modelCount}</small>
      <RowActions actions={actionsOf(row)} inline={0} tabbable />
    </span>
  )
  return (
    <nav className="lp-tree" aria-label="品牌与车系">
      <div className="lp-bar">
        {has(carButtons.add) && (
          <Button
            size="small"
            type="primary"
            onClick={() => setOpen({ kind: 'form', row: undefined, key: `new-${chosen.brandId}`, preset })}
          >
            新增车系
          </Button>
        )}
        <SearchInput placeholder="品牌 / 车系" label="搜索车系" value={search} onChange={setSearch} />
      </div>
      {library && brands.length === 0 && <p className="dt-placeholder">还没有整车品牌，请先在品牌管理中新增</p>}
      {brands.length > 0 && (
        <Tree
          key={search === '' ? 'all' : 'found'}
          blockNode
          defaultExpandAll={search !== '' || series.length <= 60}
          selectedKeys={[keyOf(chosen)]}
          onSelect={([key]) => onChoose(chosenOf(String(key ?? ''), series))}
          treeData={nodes(brands, series, search) as never}
          titleRender={(item) => {
            const { row, title } = item as unknown as { row?: CarSeriesRow; title: string }
            return row ? drawSeries(row) : title
          }}
        />
      )}
      {open && (
        <MasterDialogs
          open={open}
          title="车系"
          routes={carSeriesRoutes}
          labelOf={(row) => row.name}
          words={words}
          refresh={() => refreshCalls(carSeriesRoutes.list)}
          onClose={() => setOpen(undefined)}
          fields={[
            {
              name: 'brandId',
              title: '品牌',
              kind: 'select',
              numeric: true,
              required: true,
              options: brandOptions,
              help: '品牌管理中的整车品牌',
            },
            { name: 'name', title: '车系', required: true },
            { name: 'maker', title: '厂商' },
            { name: 'carType', title: '车辆类型', kind: 'select', options: typeOptions, initial: '' },
            { name: 'remark', title: '备注', kind: 'area' },
          ]}
        />
      )}
    </nav>
  )
}

const keyOf = ({ brandId, seriesId }: ChosenCar) => (seriesId === undefined ? `b${brandId}` : `s${seriesId}`)

function chosenOf(key: string, series: readonly CarSeriesRow[]): ChosenCar {
  const id = Number.parseInt(key.slice(1), 10)
  if (key.startsWith('b')) return { brandId: id }
  const row = series.find((each) => each.id === id)
  return row ? { brandId: row.brandId, seriesId: id } : {}
}

/** Brands whose name holds the text with all their series, others with the series that hold it. */
function nodes(brands: CarLibrary['brands'], series: readonly CarSeriesRow[], search: string): object[] {
  const holds = (name: string) => name.toLowerCase().includes(search.toLowerCase())
  return brands.flatMap((brand) => {
    const own = series.filter((row) => row.brandId === brand.id && (holds(brand.name) || holds(row.name)))
    if (own.length === 0 && !holds(brand.name)) return []
    return [{ key: `b${brand.id}`, title: brand.name, children: own.map((row) => ({ key: `s${row.id}`, row })) }]
  })
}
