import {
  type LedgerRow,
  stockLedger,
  stockReservations,
  type StockRow,
  stockSubstitutes,
} from '@chepu/contract/warehouse/stock-inquiry'
import { movementKinds } from '@chepu/contract/warehouse/stock-movements'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { Column } from '../../kit/list/columns'
import { documentPath, documentScreen } from '../../kit/document/document-screens'
import { DateRangeFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { PageModal } from '../../kit/ui/page-modal'
import { partColumns } from '../../kit/goods/part-columns'
import { useTabs } from '../../kit/base/tabs'

export interface Drilled {
  kind: 'ledger' | 'reservations' | 'substitutes'
  row: StockRow
}

const titles = { ledger: '库存台账', reservations: '占用明细', substitutes: '替换件' }

/** What lies behind a figure of the stock: its movements, who holds it, what can stand in for the part. */
export function StockDrill(props: { drilled: Drilled; onClose: () => void }) {
  const { kind, row } = props.drilled
  const { open } = useTabs()
  const follow = (path: string | undefined) => {
    if (!path) return
    props.onClose()
    open(path)
  }
  const where = row.warehouseName ? `（${row.warehouseName}）` : ''
  // The part and the warehouse are asked for like filters that nobody can change.
  const of = { partId: String(row.partId), ...(row.warehouseId ? { warehouseId: String(row.warehouseId) } : {}) }
  return (
    <PageModal
      open
      title={`${titles[kind]} ${row.partCode} ${row.partName}${where}`}
      width="min(1180px, 97vw)"
      footer={null}
      onCancel={props.onClose}
    >
      <div className="stock-drill">
        {kind === 'ledger' && (
          <ListPage<LedgerRow>
            name="stockLedger"
            title={titles.ledger}
            nothing="还没有出入库记录"
            list={stockLedger}
            columns={ledgerColumns}
            defaults={of}
            rowClass={(line) => (line.isReversal ? 'is-red' : undefined)}
            onOpen={(line) => follow(documentPath(line.docKind, line.docId))}
          >
            <DateRangeFilter />
          </ListPage>
        )}
        {kind === 'reservations' && (
          <ListPage<Reservation>
            name="stockReservations"
            title={titles.reservations}
            list={stockReservations}
            columns={reservationColumns}
            defaults={of}
            onOpen={(line) => follow(documentPath(line.sourceKind, line.sourceId))}
          />
        )}
        {kind === 'substitutes' && (
          <ListPage<Substitute>
            name="stockSubstitutes"
            title={titles.substitutes}
            list={stockSubstitutes}
            columns={substituteColumns}
            keyOf={(line) => line.partId}
            defaults={{ partId: String(row.partId) }}
          />
        )}
      </div>
    </PageModal>
  )
}

type Reservation = DataOf<typeof stockReservations>['rows'][number]
type Substitute = DataOf<typeof stockSubstitutes>['rows'][number]

const ledgerColumns: Column<LedgerRow>[] = [
  { key: 'bizDate', title: '业务日期', kind: 'date', sort: false },
  { key: 'docKind', title: '单据类型', width: 84, labels: movementKinds, sort: false },
  {
    key: 'billNo',
    title: '单号',
    width: 138,
    sort: false,
    href: (row) => documentPath(row.docKind, row.docId),
  },
  { key: 'partnerName', title: '往来单位', width: 150, sort: false },
  { key: 'warehouseName', title: '仓库', width: 84, sort: false },
  { key: 'locationCode', title: '货位', width: 80, sort: false },
  { key: 'batchNo', title: '批次', width: 90, sort: false, hidden: true },
  { key: 'inQty', title: '入库', kind: 'qty', sort: false },
  { key: 'outQty', title: '出库', kind: 'qty', sort: false },
  { key: 'unitCost', title: '单位成本', kind: 'price', field: 'cost_price', sort: false },
  { key: 'value', title: '金额', kind: 'money', field: 'cost_price', sort: false },
  { key: 'variance', title: '差异', kind: 'money', field: 'cost_price', sort: false, hidden: true },
  { key: 'balanceQty', title: '结存数', kind: 'qty', sort: false, total: false },
  { key: 'balanceValue', title: '结存额', kind: 'money', field: 'cost_price', sort: false, total: false },
  { key: 'postedAt', title: '过账时间', kind: 'time', sort: false, hidden: true },
  { key: 'posterName', title: '经手人', width: 76, sort: false },
]

const reservationColumns: Column<Reservation>[] = [
  {
    key: 'sourceKind',
    title: '单据类型',
    width: 110,
    sort: false,
    render: (row) => documentScreen(row.sourceKind)?.title ?? row.sourceKind,
  },
  {
    key: 'billNo',
    title: '单号',
    width: 140,
    sort: false,
    href: (row) => documentPath(row.sourceKind, row.sourceId),
  },
  { key: 'bizDate', title: '业务日期', kind: 'date', sort: false },
  { key: 'partnerName', title: '往来单位', width: 180, sort: false },
  { key: 'warehouseName', title: '仓库', width: 92, sort: false },
  { key: 'heldQty', title: '占用', kind: 'qty', sort: false },
  { key: 'backorderQty', title: '缺货待占', kind: 'qty', sort: false },
  { key: 'createdAt', title: '占用时间', kind: 'time', sort: false },
  { key: 'creatorName', title: '制单人', width: 80, sort: false },
]

const substituteColumns: Column<Substitute>[] = [
  ...partColumns.map((column) => ({ ...column, sort: false })),
  { key: 'onHand', title: '现存', kind: 'qty', sort: false },
  { key: 'available', title: '可用', kind: 'qty', sort: false },
  { key: 'retailPrice', title: '零售价', kind: 'price', field: 'doc_price', sort: false },
  { key: 'note', title: '说明', width: 140, sort: false },
]
