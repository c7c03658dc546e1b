import { button } from '@chepu/contract/access/catalogue'
import { isPositive, min } from '@chepu/contract/kernel/decimal'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { missingQty, needsByPart, type OrderStock, orderStock, toAskFor } from '@chepu/contract/repair/shortage'
import { asksForTransfer, seesGroupStock } from '@chepu/contract/warehouse/group-stock'
import { orderLowStock, requestLowStock, surplusOf, type Surplus } from '@chepu/contract/warehouse/inventory-warning'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../kit/base/call'
import { qtyText } from '../kit/base/format'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import { toast } from '../kit/base/toast'
import { useCall } from '../kit/base/use-call'
import { useOneStep } from '../kit/base/use-one-step'
import { documentPath } from '../kit/document/document-screens'
import { PageModal } from '../kit/ui/page-modal'
import { QtyInput } from '../kit/ui/qty-input'
import type { DialogProps } from '../kit/ui/use-dialog'
import { type Supplier, SupplierChoice } from './supplier-choice'

type Need = ReturnType<typeof needsByPart>[number]

/** What material an order still wants, all of it in its warehouse. */
interface Wanting {
  orderId: number
  billNo: string
  warehouseId: number
  needs: readonly Need[]
}

/** A part that an order wants, with what is there, what comes, and who has more than he needs. */
interface Row {
  need: Need
  stock: OrderStock
  place: Surplus | undefined
  /** What is to be asked for: as typed, else what is missing and not on its way. */
  qty: string
}

const buys = button('purchase_order', 'add')

/** Who may ask for what an order lacks, one way or the other. */
export const useMayAsk = (): { buy: boolean; ask: boolean } => {
  const { has } = useSession()
  return { buy: has(buys), ask: has(asksForTransfer) && has(seesGroupStock) }
}

/**
 * 缺料转采购/调拨: what an order lacks becomes drafts of purchase orders, each part of its own supplier or all of one, or of requests to the sister that has
 * most of a part to spare (business/repair 5.7). Answers true once something was made.
 */
export function MaterialShortageDialog({ input, onDone }: DialogProps<Wanting, true>) {
  const may = useMayAsk()
  const [supplier, setSupplier] = useState<Supplier>()
  const { rows, isPending, enter, refetch } = useRows(input, may.ask)
  const { open } = useTabs()
  const wanted = rows.filter(({ qty }) => isPositive(qty))
  const asked = wanted.filter(({ place }) => place)
  const done = (title: string, made: readonly { id: number; billNo: string; of: string }[], kind: string) => {
    toast.success(`已生成${title} ${made.map(({ billNo, of }) => `${billNo}（${of}）`).join('，')}`)
    const [only] = made
    const path = made.length === 1 && only && documentPath(kind, only.id)
    if (path) open(path)
    onDone(true)
  }
  /** What was refused since others have asked for it, too, is shown afresh. */
  const step = (make: () => Promise<unknown>) => () =>
    make().catch((error: unknown) => {
      refetch()
      throw error
    })
  const { orderId: workOrderId, warehouseId } = input
  const buying = useOneStep(
    step(async () => {
      const lines = wanted.map(({ need, stock, qty }) => ({ ...seenOf(need, stock), warehouseId, qty }))
      const body = { workOrderId, lines, ...(supplier && { supplierId: supplier.id }) }
      const { orders } = await call(orderLowStock, { body })
      const made = orders.map(({ id, billNo, supplierName }) => ({ id, billNo, of: supplierName }))
      done(purchaseOrder.title, made, purchaseOrder.kind)
    }),
  )
  const asking = useOneStep(
    step(async () => {
      const lines = asked.flatMap(({ need, stock, place, qty }) =>
        place
          ? [
              {
                ...seenOf(need, stock),
                warehouseId,
                fromWarehouseId: place.warehouseId,
                qty: min(qty, place.surplusQty),
              },
            ]
          : [],
      )
      const { requests } = await call(requestLowStock, { body: { workOrderId, lines } })
      const made = requests.map(({ id, billNo, fromName }) => ({ id, billNo, of: fromName }))
      done(transferRequest.title, made, transferRequest.kind)
    }),
  )
  const busy = buying.busy || asking.busy
  // The dialog stands once it has something to say, so that the keyboard finds its chief button.
  if (isPending) return null
  return (
    <PageModal
      open
      width="min(880px, 96vw)"
      title={`缺料转采购/调拨：${input.billNo}`}
      onCancel={() => onDone()}
      footer={
        <>
          <Button disabled={busy} onClick={() => onDone()}>
            取消
          </Button>
          {may.ask && (
            <Button
              autoFocus={!may.buy}
              disabled={asked.length === 0 || buying.busy}
              loading={asking.busy}
              onClick={() => void asking.take()}
            >
              生成调拨申请
            </Button>
          )}
          {may.buy && (
            <Button
              type="primary"
              autoFocus
              disabled={wanted.length === 0 || asking.busy}
              loading={buying.busy}
              onClick={() => void buying.take()}
            >
              生成采购订单
            </Button>
          )}
        </>
      }
    >
      <Shortages rows={rows} onEnter={enter} />
      {may.buy && <SupplierChoice value={supplier} onChange={setSupplier} />}
    </PageModal>
  )
}

const seenOf = ({ partId }: Need, { comingQty }: OrderStock) => ({ partId, comingQty })

/** The parts of the order with what is known of them, and the quantities to be asked for. */
function useRows({ orderId, warehouseId, needs }: Wanting, asksSisters: boolean) {
  const ids = needs.map(({ partId }) => partId)
  const query = { workOrderId: orderId, warehouseId, partIds: ids.join(',') }
  const stock = useCall(orderStock, { query }, { loud: true })
  const places = useCall(surplusOf, { body: { partIds: ids } }, { enabled: asksSisters })
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const rows = needs.flatMap((need): Row[] => {
    const found = stock.data?.rows.find(({ partId }) => partId === need.partId)
    const place = places.data?.rows.find(({ partId }) => partId === need.partId)
    return found ? [{ need, stock: found, place, qty: typed.get(need.partId) ?? toAskFor(need.qty, found) }] : []
  })
  return {
    rows,
    isPending: stock.isPending,
    enter: (partId: number, qty: string) => setTyped(new Map(typed).set(partId, qty)),
    refetch: () => void stock.refetch(),
  }
}

function Shortages(props: { rows: readonly Row[]; onEnter: (partId: number, qty: string) => void }) {
  return (
    <div className="small-table">
      <table aria-label="缺料">
        <thead>
          <tr>
            <th>配件</th>
            <th className="right">需要</th>
            <th className="right">可用</th>
            <th className="right">缺</th>
            <th className="right">数量</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ need, stock, place, qty }) => (
            <tr key={need.partId}>
              <td>
                {need.partCode} {need.partName}
                {stock.bringers.map((each) => (
                  <Bringer key={`${each.kind}/${each.id}`} {...each} />
                ))}
                {place && (
                  <small className="ms-bringer">
                    {place.orgName}富余 {qtyText(place.surplusQty)}
                  </small>
                )}
              </td>
              <td className="right">{qtyText(need.qty)}</td>
              <td className="right">{qtyText(stock.available)}</td>
              <td className="right ms-missing">{qtyText(missingQty(need.qty, stock))}</td>
              <td className="right">
                <QtyInput
                  label={`${need.partCode} 数量`}
                  qty={qty}
                  onEnter={(typed) => props.onEnter(need.partId, typed)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A document that brings the part for this order; following it leaves the dialog, and the order in its tab as it is. */
function Bringer({ kind, id, billNo, stateName, qty }: OrderStock['bringers'][number]) {
  const { open } = useTabs()
  const path = documentPath(kind, id)
  return (
    <small className="ms-bringer">
      {path ? (
        <button type="button" className="kit-link" onClick={() => open(path)}>
          {billNo}
        </button>
      ) : (
        billNo
      )}
      （{stateName}）未到 {qtyText(qty)}
    </small>
  )
}
