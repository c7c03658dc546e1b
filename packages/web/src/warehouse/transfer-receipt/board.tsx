import { button } from '@chepu/contract/access/catalogue'
import { goodsColumns } from '@chepu/contract/kernel/goods-columns'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { labelsOf } from '@chepu/contract/kernel/states'
import type { DataOf } from '@chepu/contract/kernel/route'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { columnsOf } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { countingOf } from '../../kit/list/summary'
import { WarehouseFilter } from '../../pickers/filters'
import { useDeskTabs } from '../transfers/desk-tabs'

type Row = DataOf<typeof transferReceipt.routes.list>['rows'][number]

const shown = [
  'billNo',
  'state',
  'bizDate',
  'outcome',
  'warehouseName',
  'counterOrgName',
  'toWarehouseName',
  'lineCount',
  'totalQty',
  'totalTaxed',
  'sourceNo',
  'creatorName',
  'postedAt',
  'remark',
]
const pathOf = (row: Row) => `/transferInto?id=${row.id}`
const known = columnsOf(columnsOfKind(transferReceipt, goodsColumns))
const columns = shown
  .flatMap((name) => known.filter(({ key }) => key === name))
  .map((column) => (column.key === 'billNo' ? { ...column, href: pathOf } : column))

const filters = (
  <>
    <DateRangeFilter />
    <TextFilter name="billNo" title="单号" search />
    <SelectFilter name="side" title="登记方" options={{ owner: '本企业', counterparty: '对方企业' }} />
    <WarehouseFilter name="warehouseId" />
    <SelectFilter name="state" title="状态" options={labelsOf(transferReceipt.states)} multiple />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />
  </>
)

/** 调入确认 (business/transfers 6): what is to be received, and what was. */
export default function TransferInto() {
  const { has } = useSession()
  const { open } = useTabs()
  const { tabs, dialog } = useDeskTabs(['receiving'])
  const receipts = queryTab<Row>({
    key: 'receipts',
    title: transferReceipt.title,
    list: transferReceipt.routes.list,
    totals: transferReceipt.routes.totals,
    export: has(button('transfer_receipt', 'post')) ? transferReceipt.routes.export : undefined,
    counting: countingOf<Row>(transferReceipt),
    columns,
    onOpen: (row) => open(pathOf(row)),
    rowActions: (row) => [{ key: 'open', label: '查看', run: () => open(pathOf(row)) }],
    filters,
  })
  return (
    <>
      <QueryPage name="transferInto" tabs={[...tabs, receipts]} />
      {dialog}
    </>
  )
}
