import { type RefundPreview, refundPreview } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { call } from '../../kit/base/call'
import type { Begin } from '../../kit/document/use-document'
import type { PickOption } from '../../kit/ui/pick-options'
import type { RefundStore } from './refund-store'

type Row = {
  id: number
  billNo: string
  plate: string | null
  partnerName: string
  bizDate: string
  workOrderNo?: unknown
}
const page = { page: 1, rows: 20, from: '', to: '' }

const settlementsBy = async (query: object): Promise<Row[]> => {
  const { rows } = await call(repairSettlement.routes.list, {
    query: { ...page, state: 'done', ...query } as never,
    quiet: true,
  })
  return rows
}

/** The settlement of an order that is settled; none of any other. */
async function settlementOf(vehicleId: number | null, orderNo: string): Promise<number | undefined> {
  if (vehicleId === null) return undefined
  const rows = await settlementsBy({ vehicleId, rows: 200 })
  return rows.find(({ workOrderNo }) => workOrderNo === orderNo)?.id
}

/** Settled orders by plate, VIN, or the number of order or settlement. */
export async function findSettlements(text: string): Promise<PickOption<number>[]> {
  const typed = text.trim().toUpperCase()
  const rows = typed.startsWith(workOrder.prefix)
    ? await ofOrders(typed)
    : await settlementsBy(typed.startsWith(repairSettlement.prefix) ? { billNo: typed } : { car: typed })
  return rows.map(({ id, billNo, plate, partnerName, bizDate, workOrderNo }) => ({
    id,
    label: `${plate ?? ''} ${String(workOrderNo ?? billNo)}`,
    hint: `${partnerName}　${bizDate}`,
    value: id,
  }))
}

async function ofOrders(billNo: string): Promise<Row[]> {
  const orders = await call(workOrder.routes.list, { query: { ...page, rows: 5, billNo } as never, quiet: true })
  const found = await Promise.all(
    orders.rows.map(async (order) => {
      const rows = await settlementsBy({ vehicleId: order.vehicleId, rows: 200 })
      return rows.filter(({ workOrderNo }) => workOrderNo === order.billNo)
    }),
  )
  return found.flat()
}

/** Begins the refund of a settlement with what that says of car and customer. */
export async function beginRefund(store: RefundStore, settlementId: number, signal?: AbortSignal): Promise<void> {
  const preview: RefundPreview = await call(refundPreview, {
    body: { settlementId },
    quiet: true,
    ...(signal && { signal }),
  })
  const { settlementNo, workOrderNo, partnerId, partnerName, vehicleId, plate, modelText, warehouseId, warehouseName } =
    preview
  const ofCar = { partnerId, partnerName, vehicleId, plate, modelText, warehouseId, warehouseName }
  store.editor.beginWith({ ...ofCar, settlementId, settlementNo, workOrderNo }, () => undefined)
}

/** A refund begins from a settlement, or from the order that was settled. */
export const beginning =
  (store: RefundStore): Begin =>
  async ({ source, sourceId }, signal) => {
    if (sourceId === undefined) return false
    if (source === repairSettlement.kind) {
      await beginRefund(store, sourceId, signal)
      return true
    }
    if (source !== workOrder.kind) return false
    const { header } = await call(workOrder.routes.read, { params: { id: sourceId }, quiet: true })
    const id = await settlementOf(header.vehicleId, header.billNo)
    if (id === undefined) return false
    await beginRefund(store, id, signal)
    return true
  }
