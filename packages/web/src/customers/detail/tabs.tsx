import { partnerLog } from '@chepu/contract/customers/customer-view'
import { customerButtons } from '@chepu/contract/customers/partner'
import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import { accountQueries } from '@chepu/contract/finance/accounts'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { repairColumns } from '@chepu/contract/kernel/repair-columns'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { saleLines } from '@chepu/contract/sales/sales-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { SessionView } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { type Column, columnsOf, listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { type Counting, countingOf } from '../../kit/list/summary'
import type { ListRoute, TotalsRoute } from '../../kit/list/use-list'
import type { ExportRoute } from '../../kit/list/use-export'
import { FollowUpList } from '../follow-up/follow-up-list'
import { CustomerVehicles } from '../vehicle/customer-vehicles'

interface Of {
  id: number
  vehicleCount?: number | undefined
  isActive: boolean
}

interface CustomerTab {
  key: string
  title: string
  body: ReactNode
}

/** The list of another page for one customer. */
interface Cut<Row extends object> {
  title: string
  list: ListRoute<Row>
  totals: TotalsRoute
  export?: ExportRoute
  columns: readonly Column<Row>[]
}

const without = <Row extends object>(cut: Cut<Row>, ...keys: string[]): Cut<Row> => ({
  ...cut,
  columns: cut.columns.filter(({ key }) => !keys.includes(key)),
})

const pathOf = (kind: string, id: number) => documentPath(kind, id) ?? ''

type OrderRow = { id: number; state: string; isRed: boolean }

/** The list of a kind of documents of a car, each number leading to its document. */
const carDocuments = <Def extends typeof workOrder | typeof reservation>(title: string, def: Def): Cut<OrderRow> => ({
  title,
  list: def.routes.list as unknown as ListRoute<OrderRow>,
  totals: def.routes.totals,
  export: def.routes.export,
  columns: columnsOf<ReturnType<typeof columnsOfKind>, OrderRow>(columnsOfKind(def, repairColumns)).map((column) => ({
    ...column,
    ...(column.kind === 'state' && { states: def.states }),
    ...(column.key === 'billNo' && { href: (row: OrderRow) => pathOf(def.kind, row.id) }),
  })),
})
const orders = carDocuments('维修记录', workOrder)
const appointments = carDocuments('预约', reservation)
const countingOrders = countingOf<OrderRow>(workOrder)
const countingAppointments = countingOf<OrderRow>(reservation)

const bought = listOf(saleLines, { billNo: { href: (row) => pathOf(row.kind, row.documentId) } })
const owed = listOf(accountQueries.AR.items, { billNo: { href: (row) => pathOf(row.sourceKind, row.sourceId) } })
const paid = listOf(receiptRoutes, { billNo: { href: (row) => pathOf(row.kind, row.docId) } })
const log = listOf(partnerLog)

/** One list of the customer, with a range of days of its own. */
function Listed<Row extends object>(
  props: Cut<Row> & {
    name: string
    partnerId: number
    days: string
    counting?: Counting<Row>
    toolbar?: ReactNode
    children?: ReactNode
  },
) {
  const { partnerId, days, children, ...list } = props
  const { open } = useTabs()
  const link = list.columns.find(({ key }) => key === 'billNo')
  const follow = (row: Row) => {
    const path = link?.href?.(row)
    if (path) open(path)
  }
  return (
    <ListPage<Row> {...list} defaults={{ partnerId: String(partnerId) }} onOpen={link && follow}>
      <DateRangeFilter title={days} />
      {children}
    </ListPage>
  )
}

function NewAppointment({ partnerId }: { partnerId: number }) {
  const { open } = useTabs()
  return (
    <Button size="small" type="primary" onClick={() => open(newDocument(reservation, { partnerId }))}>
      新预约
    </Button>
  )
}

/** The tabs that the user has beside 概况: each behind the right of the page whose list it is. */
export function customerTabs({ id, isActive }: Of, { has }: SessionView): CustomerTab[] {
  const shared = { partnerId: id }
  const tab = (mayRead: boolean, key: string, title: string, body: ReactNode): CustomerTab[] =>
    mayRead ? [{ key, title, body }] : []
  const may = (access: unknown) => has(access as number | readonly number[])
  return [
    ...tab(
      has(vehicleButtons.view),
      'vehicles',
      '车辆',
      <div className="cd-panel">
        <CustomerVehicles partnerId={id} />
      </div>,
    ),
    ...tab(
      has(workOrder.buttons.view),
      'repairs',
      '维修记录',
      <Listed
        {...without(orders, 'partnerName', 'vin', 'contactName', 'contactMobile')}
        {...shared}
        name="customerDetail.repairs"
        days="业务日期"
        counting={countingOrders}
      />,
    ),
    ...tab(
      has(reservation.buttons.view),
      'appointments',
      '预约',
      <Listed
        {...without(appointments, 'partnerName', 'vin')}
        {...shared}
        name="customerDetail.appointments"
        days="预约日期"
        counting={countingAppointments}
        toolbar={isActive && has(reservation.buttons.add) && <NewAppointment partnerId={id} />}
      />,
    ),
    ...tab(
      may(saleLines.access),
      'bought',
      '购买记录',
      <Listed {...without(bought, 'partnerName')} {...shared} name="customerDetail.bought" days="业务日期" />,
    ),
    ...tab(
      may(accountQueries.AR.items.access),
      'owed',
      '应收明细',
      <Listed {...without(owed, 'partnerName')} {...shared} name="customerDetail.owed" days="单据日期">
        <FlagFilter name="withSettled" title="含已结清" />
      </Listed>,
    ),
    ...tab(
      may(receiptRoutes.access),
      'paid',
      '收款记录',
      <Listed {...without(paid, 'partnerName', 'balance')} {...shared} name="customerDetail.paid" days="日期" />,
    ),
    ...tab(has(customerButtons.view), 'followUps', '回访', <FollowUpList partnerId={id} />),
    ...tab(
      has(customerButtons.view),
      'log',
      '操作日志',
      <Listed {...log} {...shared} name="customerDetail.log" days="日期" />,
    ),
  ]
}
