import { locationRoutes, type LocationRow, warehouseButtons } from '@chepu/contract/basics/warehouse'
import { compare, isPositive } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'
import { SelectFilter, TextFilter } from '../kit/list/filters'
import { qtyText } from '../kit/base/format'
import type { ListApi } from '../kit/list/list-page'
import { MasterPage } from '../kit/form/master-page'
import { useLabels } from '../kit/print/label-roll'
import { useSession } from '../kit/base/session'
import { useDialog } from '../kit/ui/use-dialog'
import { WarehouseFilter } from '../pickers/filters'
import { useWarehouses } from '../pickers/lists'
import { GenerateLocations } from './generate-locations'
import { optionsById } from '../pickers/part-options'

const columns: Column<LocationRow>[] = [
  { key: 'warehouseName', title: '仓库' },
  { key: 'code', title: '货位编码', width: 150, isName: true, isKey: true },
  { key: 'zone', title: '区', width: 70 },
  { key: 'rack', title: '架', width: 60, sort: false },
  { key: 'level', title: '层', width: 60, sort: false },
  { key: 'slot', title: '位', width: 60, sort: false },
  { key: 'capacity', title: '容量', kind: 'qty', total: false, sort: false, isKey: true },
  { key: 'qty', title: '现有数量', kind: 'qty', total: false, isKey: true, render: (row) => <Held row={row} /> },
  { key: 'pickOrder', title: '拣货顺序', kind: 'count', width: 68 },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
]

/** What lies at a location, in red when that is more than it holds; a capacity of nothing is none. */
function Held({ row: { qty, capacity } }: { row: LocationRow }) {
  const isOver = qty !== null && isPositive(capacity ?? '0') && compare(qty, capacity ?? '0') > 0
  return isOver ? <b className="dt-minus">{qtyText(qty)} 超</b> : qtyText(qty)
}

/** 货位管理 (business/basics 5, 8). */
export default function GoodsAllocation() {
  const warehouses = useWarehouses()
  const { has } = useSession()
  const [generate, dialog] = useDialog(GenerateLocations)
  const [printLabels, roll] = useLabels()
  const toolbar = (list: ListApi<LocationRow>) => (
    <>
      {has(warehouseButtons.batch) && (
        <Button size="small" onClick={() => void generate(undefined).then((done) => done && list.refresh())}>
          批量生成
        </Button>
      )}
      <Button size="small" disabled={list.rows.length === 0} onClick={() => void printLabels(labelled(list))}>
        打印标签
      </Button>
    </>
  )
  return (
    <>
      <MasterPage<LocationRow>
        name="goodsAllocation"
        title="货位"
        routes={locationRoutes}
        buttons={{ add: warehouseButtons.add, update: warehouseButtons.update, remove: warehouseButtons.update }}
        columns={columns}
        labelOf={(row) => row.code}
        selectable
        toolbar={toolbar}
        fields={[
          {
            name: 'warehouseId',
            title: '仓库',
            kind: 'select',
            numeric: true,
            required: true,
            fixed: true,
            options: optionsById(warehouses),
            initial: warehouses.find((warehouse) => warehouse.isDefault)?.id ?? null,
          },
          { name: 'code', title: '货位编码', help: '留空按 区-架-层-位 生成' },
          { name: 'zone', title: '区' },
          { name: 'rack', title: '架' },
          { name: 'level', title: '层' },
          { name: 'slot', title: '位' },
          { name: 'capacity', title: '容量', kind: 'decimal' },
          { name: 'pickOrder', title: '拣货顺序', kind: 'integer', initial: 0 },
        ]}
      >
        <TextFilter name="q" title="货位" search placeholder="货位编码" />
        <WarehouseFilter name="warehouseId" />
        <TextFilter name="zone" title="区" />
        <SelectFilter {...activeFilter} />
      </MasterPage>
      {dialog}
      {roll}
    </>
  )
}

/** Labels of the ticked rows, or of the whole page when none is ticked. */
const labelled = (list: { rows: readonly LocationRow[]; selected: readonly LocationRow[] }) =>
  (list.selected.length > 0 ? list.selected : list.rows).map((row) => ({
    title: row.code,
    lines: [row.warehouseName],
    code: row.code,
  }))
