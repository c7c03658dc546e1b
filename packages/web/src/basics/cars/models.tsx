import {
  carButtons,
  carFuels,
  type CarModelRow,
  carModelRoutes,
  carSeriesRoutes,
} from '@chepu/contract/basics/car-model'
import { useEffect, useRef } from 'react'
import { MasterPage } from '../../kit/form/master-page'
import type { MasterField } from '../../kit/form/master-form'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useFilterState } from '../../kit/list/use-filters'
import type { CarLibrary, ChosenCar } from './series-tree'

const columns: Column<CarModelRow>[] = [
  { key: 'brandName', title: '品牌', width: 64, isKey: true },
  { key: 'seriesName', title: '车系', width: 92, isKey: true },
  { key: 'name', title: '年款', width: 132, isKey: true },
  { key: 'year', title: '年份', kind: 'count', total: false, width: 52, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 52, sort: false, isKey: true },
  { key: 'displacementMl', title: '排量(ml)', kind: 'count', total: false, width: 70 },
  { key: 'engineCode', title: '发动机型号', width: 96 },
  { key: 'gearbox', title: '变速箱', width: 64, sort: false },
  { key: 'fuel', title: '燃料', labels: carFuels, width: 52, sort: false },
  { key: 'oilSpec', title: '机油规格', width: 84, sort: false },
  { key: 'oilVolume', title: '机油(L)', kind: 'qty', total: false, width: 64, sort: false },
  { key: 'tyreSpec', title: '轮胎规格', width: 96, sort: false },
  { key: 'maker', title: '厂商', width: 90, hidden: true },
  { key: 'carType', title: '车辆类型', width: 76, hidden: true, sort: false },
  { key: 'remark', title: '备注', width: 160, sort: false },
]

const fieldsOf = (options: Record<string, string>): MasterField[] => [
  {
    name: 'seriesId',
    title: '车系',
    kind: 'select',
    numeric: true,
    required: true,
    fixed: true,
    options,
    help: '保存后不能改到另一车系',
  },
  { name: 'name', title: '年款', required: true, help: '如 2019款 1.5L 自动' },
  { name: 'year', title: '年份', kind: 'integer', required: true },
  { name: 'displacementMl', title: '排量(ml)', kind: 'integer' },
  { name: 'engineCode', title: '发动机型号' },
  { name: 'gearbox', title: '变速箱', help: '如 5MT、6AT、7DCT、CVT' },
  { name: 'fuel', title: '燃料', kind: 'select', options: carFuels, required: true, initial: 'petrol' },
  { name: 'oilSpec', title: '机油规格', help: '如 5W-30 SN' },
  { name: 'oilVolume', title: '机油加注量(L)', kind: 'decimal', help: '更换机滤时的加注量' },
  { name: 'tyreSpec', title: '轮胎规格' },
  { name: 'remark', title: '备注', kind: 'area' },
]

const text = (id: number | undefined) => (id === undefined ? undefined : String(id))

/** Model-years of what is chosen in the tree. */
export function Models({ library, chosen }: { library: CarLibrary | undefined; chosen: ChosenCar }) {
  const filterState = useFilterState({})
  const { set } = filterState
  const { brandId, seriesId } = chosen
  const asked = useRef<ChosenCar>({})
  useEffect(() => {
    if (asked.current.brandId === brandId && asked.current.seriesId === seriesId) return
    asked.current = { ...(brandId === undefined ? {} : { brandId }), ...(seriesId === undefined ? {} : { seriesId }) }
    set({ brandId: text(brandId), seriesId: text(seriesId) }, true)
  }, [brandId, seriesId, set])
  return (
    <MasterPage<CarModelRow>
      name="cars"
      title="车型"
      routes={carModelRoutes}
      buttons={carButtons}
      columns={columns}
      fields={fieldsOf(seriesOptions(library))}
      {...(seriesId === undefined ? {} : { preset: { seriesId } })}
      labelOf={(row) => `${row.brandName} ${row.seriesName} ${row.name}`}
      refresh={[carSeriesRoutes.list]}
      filterState={filterState}
    >
      <TextFilter name="q" title="车型" search placeholder="品牌 / 车系 / 年款 / 发动机" />
      <SelectFilter name="fuel" title="燃料" options={carFuels} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}

/** Active series by id, called by brand and name. */
export function seriesOptions(library: CarLibrary | undefined): Record<string, string> {
  const brands = new Map(library?.brands.map(({ id, name }) => [id, name]))
  const active = (library?.series ?? []).filter(({ isActive }) => isActive)
  return Object.fromEntries(active.map(({ id, brandId, name }) => [String(id), `${brands.get(brandId) ?? ''} ${name}`]))
}
