import type { ReactNode } from 'react'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useSession } from '../../kit/base/session'
import { documentPath } from '../../kit/document/document-screens'
import { DateRangeFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { EmployeeFilter, WarehouseFilter } from '../../pickers/filters'

type Tab<Row extends object> = Parameters<typeof queryTab<Row>>[0]

/** A query of what was issued or came back: by document or by part. Rows open their document. */
export function IssuedQuery<Row extends { documentId: number }>(props: {
  name: string
  /** The kind of its documents, and who gets or brings the goods. */
  kind: string
  handler: string
  mayExport: number
  cut: Pick<Tab<Row>, 'list' | 'totals' | 'export' | 'columns'>
  keyOf: (row: Row) => number
  more?: ReactNode
}) {
  const { has } = useSession()
  const [month] = useState(thisMonth)
  const path = (row: Row) => documentPath(props.kind, row.documentId) ?? ''
  const columns = props.cut.columns.map((column) => (column.key === 'billNo' ? { ...column, href: path } : column))
  const tab = queryTab<Row>({
    ...props.cut,
    columns,
    export: has(props.mayExport) ? props.cut.export : undefined,
    key: 'rows',
    title: '',
    keyOf: props.keyOf,
    onOpen: (row, drill) => drill.open(path(row)),
    rowActions: (row, drill) => [{ key: 'open', label: '查看', run: () => drill.open(path(row)) }],
    filters: (
      <>
        <TextFilter name="billNo" title="单号" search />
        <DateRangeFilter />
        <TextFilter name="order" title="工单号/车牌" />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
        <WarehouseFilter name="warehouseId" more />
        <EmployeeFilter name="handlerId" title={props.handler} more />
      </>
    ),
  })
  return <QueryPage name={props.name} tabs={[tab]} defaults={{ ...month }} />
}
