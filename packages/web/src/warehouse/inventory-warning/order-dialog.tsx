import { isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { type LowStockRow, orderLowStock } from '@chepu/contract/warehouse/inventory-warning'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { qtyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useOneStep } from '../../kit/base/use-one-step'
import { documentPath } from '../../kit/document/document-screens'
import { PageModal } from '../../kit/ui/page-modal'
import { QtyInput } from '../../kit/ui/qty-input'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { type Supplier, SupplierChoice } from '../../pickers/supplier-choice'
import { unlessAskedMeanwhile } from './asked-meanwhile'
import { arithmeticOf } from './suggestion'

/** 生成采购订单: what is bought of each ticked part, from its own supplier or from one for all; a draft a supplier. */
export function OrderDialog({ input: rows, onDone }: DialogProps<readonly LowStockRow[], true>) {
  const { open } = useTabs()
  const [supplier, setSupplier] = useState<Supplier>()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = (row: LowStockRow) => typed.get(row.key) ?? trimZeros(row.suggestedQty)
  const lines = rows
    .filter((row) => isPositive(wanted(row)))
    .map((row) => ({ partId: row.partId, warehouseId: row.warehouseId, qty: wanted(row), comingQty: row.comingQty }))
  const order = async () => {
    const body = { lines, ...(supplier && { supplierId: supplier.id }) }
    const { orders } = await call(orderLowStock, { body })
    toast.success(`已生成采购订单 ${orders.map((each) => `${each.billNo}（${each.supplierName}）`).join('，')}`)
    const [only] = orders
    const path = orders.length === 1 && only && documentPath(purchaseOrder.kind, only.id)
    if (path) open(path)
    onDone(true)
  }
  const { busy, take } = useOneStep(() => unlessAskedMeanwhile(order, () => onDone(true)))
  return (
    <PageModal
      open
      width="min(860px, 96vw)"
      title="生成采购订单"
      okText="生成采购订单"
      cancelText="取消"
      okButtonProps={{ disabled: lines.length === 0 }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      <OrderedTable rows={rows} wanted={wanted} onEnter={(row, qty) => setTyped(new Map(typed).set(row.key, qty))} />
      <SupplierChoice value={supplier} onChange={setSupplier} />
    </PageModal>
  )
}

function OrderedTable(props: {
  rows: readonly LowStockRow[]
  wanted: (row: LowStockRow) => string
  onEnter: (row: LowStockRow, qty: string) => void
}) {
  return (
    <div className="small-table">
      <table aria-label="要采购的配件">
        <thead>
          <tr>
            <th>配件</th>
            <th>最近供应商</th>
            <th className="right">可用</th>
            <th className="right">在途</th>
            <th className="right">建议</th>
            <th className="right">采购数量</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key}>
              <td>
                {row.partCode} {row.partName}
                {row.warehouseId !== null && `（${row.warehouseName}）`}
              </td>
              <td>{row.lastSupplierName ?? ''}</td>
              <td className="right">{qtyText(row.available)}</td>
              <td className="right">{qtyText(row.onOrder)}</td>
              <td className="right" title={arithmeticOf(row)}>
                {qtyText(row.suggestedQty)}
              </td>
              <td className="right">
                <QtyInput
                  label={`${row.partCode}${row.warehouseId === null ? '' : ` ${row.warehouseName}`} 采购数量`}
                  qty={props.wanted(row)}
                  onEnter={(qty) => props.onEnter(row, qty)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
