// Pages of what was traded: the documents of a kind, its lines and parts. The queries say their columns; filters and links are alike.
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import { labelsOf } from '@chepu/contract/kernel/states'
import type { PriceTrendRoute } from '@chepu/contract/kernel/trade-query'
import { type ReactNode, useMemo, useState } from 'react'
import { PriceTrend } from '../kit/chart/price-trend'
import { thisMonth } from '../kit/base/date-ranges'
import { useSession } from '../kit/base/session'
import { documentPath } from '../kit/document/document-screens'
import { DateRangeFilter, FlagFilter, OrgsFilter, SelectFilter, TextFilter } from '../kit/list/filters'
import { QueryPage, queryTab } from '../kit/list/query-page'
import { countingOf } from '../kit/list/summary'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from './filters'
import { partFilters } from './part-filters'

/** What a page of traded goods is about: documents of a kind, and what it calls who trades. */
export interface Trade {
  /** Screen key, under which column settings are kept. */
  name: string
  document: GoodsDef
  role: PartnerRole
  salesperson: string
}

/** A cut as `listOf` makes it, or one with links of its own. */
type Cut<Row extends object> = Pick<Parameters<typeof queryTab<Row>>[0], 'list' | 'totals' | 'export' | 'columns'>

const markRed = (row: { isRed: boolean }) => (row.isRed ? 'is-red' : undefined)

/** Filters that every query of what was traded has, so that one leads to another with the same ones. */
export const tradeFilters = ({ document, role, salesperson }: Trade, more?: ReactNode) => (
  <>
    <DateRangeFilter />
    <PartnerFilter name="partnerId" title={document.partnerTitle} role={role} />
    <OrgsFilter area={document.area} />
    <FlagFilter name="unposted" title="含未过账" />
    {more}
    <EmployeeFilter name="salespersonId" title={salesperson} more />
    <WarehouseFilter name="warehouseId" more />
  </>
)

interface DocumentRow {
  id: number
  isRed: boolean
  state: string
}

/** 按单据: the posted documents of a kind. `filters` are those of the kind alone. */
export function TradedDocuments<Row extends DocumentRow>(props: { trade: Trade; cut: Cut<Row>; filters?: ReactNode }) {
  const { trade, cut } = props
  const { document } = trade
  const [month] = useState(thisMonth)
  const counting = useMemo(() => countingOf<Row>(document), [document])
  const pathOf = (row: Row) => documentPath(document.kind, row.id) ?? ''
  const tab = queryTab<Row>({
    ...cut,
    columns: cut.columns.map((column) => (column.key === 'billNo' ? { ...column, href: pathOf } : column)),
    key: 'documents',
    title: '按单据',
    counting,
    rowClass: markRed,
    onOpen: (row, drill) => drill.open(pathOf(row)),
    rowActions: (row, drill) => [{ key: 'open', label: '查看', run: () => drill.open(pathOf(row)) }],
    filters: (
      <>
        <TextFilter name="billNo" title="单号" search />
        {tradeFilters(trade, props.filters)}
        <SelectFilter name="state" title="状态" options={labelsOf(document.states)} multiple more />
        <TextFilter name="creator" title="制单人" more />
        <TextFilter name="remark" title="备注" more />
      </>
    ),
  })
  return <QueryPage name={trade.name} tabs={[tab]} defaults={{ ...month }} />
}

interface PartRow {
  partId: number
  partCode: string
  partName: string
}
interface LineRow {
  lineId: number
  documentId: number
  isRed: boolean
  state: string
  /** Where lines of several kinds stand together. */
  kind?: string
}

/** What a part was traded for, for who sees the prices of the kind. */
interface Trend {
  route: PriceTrendRoute
  /** For example 进价. */
  price: string
}

/** 按配件: 汇总 by part, and 明细, the lines behind it. */
export function TradedParts<Part extends PartRow, Line extends LineRow>(props: {
  trade: Trade
  parts: Cut<Part>
  lines: Cut<Line>
  trend?: Trend
  filters?: ReactNode
}) {
  const { trade, parts, lines, trend } = props
  const { document } = trade
  const { sees } = useSession()
  const [month] = useState(thisMonth)
  const [drawn, setDrawn] = useState<Part>()
  const counting = useMemo(() => countingOf<Line>(document), [document])
  const pathOf = (row: Line) => documentPath(row.kind ?? document.kind, row.documentId) ?? ''
  const filters = (
    <>
      <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" search />
      {tradeFilters(trade, props.filters)}
      {partFilters}
    </>
  )
  const tabs = [
    queryTab<Part>({
      ...parts,
      key: 'parts',
      title: '汇总',
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('lines', { part: row.partCode }),
      rowActions: (row, drill) => [
        { key: 'lines', label: '明细', run: () => drill.show('lines', { part: row.partCode }) },
        ...(trend && sees(document.priceField) ? [{ key: 'trend', label: '价格走势', run: () => setDrawn(row) }] : []),
      ],
      filters,
    }),
    queryTab<Line>({
      ...lines,
      columns: lines.columns.map((column) => (column.key === 'billNo' ? { ...column, href: pathOf } : column)),
      key: 'lines',
      title: '明细',
      counting,
      keyOf: (row) => row.lineId,
      rowClass: markRed,
      onOpen: (row, drill) => drill.open(pathOf(row)),
      rowActions: (row, drill) => [{ key: 'open', label: '查看', run: () => drill.open(pathOf(row)) }],
      filters,
    }),
  ]
  return (
    <>
      <QueryPage name={trade.name} tabs={tabs} defaults={{ ...month }} />
      {trend && drawn && <PriceTrend {...trend} part={drawn} onClose={() => setDrawn(undefined)} />}
    </>
  )
}
