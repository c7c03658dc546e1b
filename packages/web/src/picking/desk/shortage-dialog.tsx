import { isPositive, max, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { MaterialRow } from '@chepu/contract/picking/desk'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { orderLowStock, requestLowStock, surplusOf } from '@chepu/contract/warehouse/inventory-warning'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { qtyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useOneStep } from '../../kit/base/use-one-step'
import { documentPath } from '../../kit/document/document-screens'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { PageModal } from '../../kit/ui/page-modal'
import { QtyInput } from '../../kit/ui/qty-input'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { findPartners } from '../../pickers/lists'

/** What of a line is neither here nor held: to be bought, or asked of a sister. */
export const shortQty = ({ waitingQty, available }: MaterialRow): string =>
  max('0', sub(waitingQty, max('0', available)))

interface Short {
  lines: readonly MaterialRow[]
  warehouseId: number
}

/** The quantities that are asked for, by line, with what was typed above what is short. */
function useWanted(lines: readonly MaterialRow[]) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const of = (line: MaterialRow) => typed.get(line.lineId) ?? trimZeros(shortQty(line))
  const table = (
    <div className="small-table">
      <table aria-label="缺料">
        <thead>
          <tr>
            <th>配件</th>
            <th className="right">待领</th>
            <th className="right">可用</th>
            <th className="right">已要货</th>
            <th className="right">数量</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.lineId}>
              <td>
                {line.partCode} {line.partName}
              </td>
              <td className="right">{qtyText(line.waitingQty)}</td>
              <td className="right">{qtyText(line.available)}</td>
              <td className="right">{qtyText(line.comingQty)}</td>
              <td className="right">
                <QtyInput
                  label={`${line.partCode} 数量`}
                  qty={of(line)}
                  onEnter={(qty) => setTyped(new Map(typed).set(line.lineId, qty))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  const wanted = lines.flatMap((line) => {
    const { partId, comingQty } = line
    return isPositive(of(line)) ? [{ partId, comingQty, qty: of(line) }] : []
  })
  return { wanted, table }
}

/** 缺料转采购: drafts of purchase orders of what is short, each part from its own supplier or all from one. */
export function PurchaseDialog({ input: { lines, warehouseId }, onDone }: DialogProps<Short, true>) {
  const { open } = useTabs()
  const [supplier, setSupplier] = useState<{ id: number; name: string }>()
  const { wanted, table } = useWanted(lines)
  const { busy, take } = useOneStep(async () => {
    const body = {
      lines: wanted.map((line) => ({ ...line, warehouseId })),
      ...(supplier && { supplierId: supplier.id }),
    }
    const { orders } = await call(orderLowStock, { body })
    toast.success(`已生成采购订单 ${orders.map((each) => `${each.billNo}（${each.supplierName}）`).join('，')}`)
    const [only] = orders
    const path = orders.length === 1 && only && documentPath(purchaseOrder.kind, only.id)
    if (path) open(path)
    onDone(true)
  })
  return (
    <PageModal
      open
      width="min(720px, 96vw)"
      title="缺料转采购"
      okText="生成采购订单"
      cancelText="取消"
      okButtonProps={{ disabled: wanted.length === 0 }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      {table}
      <div className="small-table-field">
        <label htmlFor="pk-supplier">供应商</label>
        <Autocomplete
          id="pk-supplier"
          label="供应商"
          text={supplier?.name ?? ''}
          placeholder="不选则按配件默认或最近供应商"
          find={(text) => findPartners(text, 'supplier')}
          onChange={(option) => setSupplier(option && { id: option.value.id, name: option.label })}
        />
      </div>
    </PageModal>
  )
}

/** 缺料转调拨: drafts of requests to the sister organisation that has most of each part to spare. */
export function TransferDialog({ input: { lines, warehouseId }, onDone }: DialogProps<Short, true>) {
  const { open } = useTabs()
  const partIds = [...new Set(lines.map(({ partId }) => partId))]
  const found = useCall(surplusOf, { body: { partIds } })
  const places = new Map((found.data?.rows ?? []).map((place) => [place.partId, place]))
  const { wanted, table } = useWanted(lines)
  const asked = wanted.flatMap((line) => {
    const place = places.get(line.partId)
    return place ? [{ ...line, warehouseId, fromWarehouseId: place.warehouseId }] : []
  })
  const { busy, take } = useOneStep(async () => {
    const { requests } = await call(requestLowStock, { body: { lines: asked } })
    toast.success(`已生成调拨申请单 ${requests.map((each) => `${each.billNo}（${each.fromName}）`).join('，')}`)
    const [only] = requests
    const path = requests.length === 1 && only && documentPath(transferRequest.kind, only.id)
    if (path) open(path)
    onDone(true)
  })
  const missing = found.isPending ? [] : lines.filter(({ partId }) => !places.has(partId))
  return (
    <PageModal
      open
      width="min(720px, 96vw)"
      title="缺料转调拨申请"
      okText="生成调拨申请"
      cancelText="取消"
      okButtonProps={{ disabled: asked.length === 0 }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      {table}
      {missing.length > 0 && (
        <p className="pk-note">兄弟企业没有富余：{missing.map(({ partCode }) => partCode).join('、')}</p>
      )}
    </PageModal>
  )
}
