import { isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { convertPurchase, type PurchaseToSaleRow, type saleTargets } from '@chepu/contract/sales/purchase-to-sale'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { qtyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { documentPath } from '../../kit/document/document-screens'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { PageModal } from '../../kit/ui/page-modal'
import { findPartners } from '../../pickers/lists'
import { QtyInput } from '../../kit/ui/qty-input'

interface Props {
  target: keyof typeof saleTargets
  rows: readonly PurchaseToSaleRow[]
  onDone: () => void
  onClose: () => void
}

/** For whom, and how much of each line; the draft that comes of it opens. */
export function ConvertDialog({ target, rows, onDone, onClose }: Props) {
  const { open } = useTabs()
  const [customer, setCustomer] = useState<{ id: number; name: string }>()
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const qtyOf = (row: PurchaseToSaleRow) => typed.get(row.lineId) ?? trimZeros(row.convertibleQty)
  const lines = rows.map((row) => ({ lineId: row.lineId, qty: qtyOf(row) })).filter(({ qty }) => isPositive(qty))
  const convert = async () => {
    if (!customer) return toast.warning('请选择客户')
    setBusy(true)
    try {
      const { kind, id, billNo } = await call(convertPurchase, { body: { target, partnerId: customer.id, lines } })
      toast.success(`已生成 ${billNo}`)
      onDone()
      onClose()
      const path = documentPath(kind, id)
      if (path) open(path)
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageModal
      open
      width="min(720px, 96vw)"
      title={target === 'sales_order' ? '转销售订单' : '转销售出库'}
      okText="生成草稿"
      cancelText="取消"
      okButtonProps={{ disabled: lines.length === 0 }}
      confirmLoading={busy}
      onOk={() => void convert().catch(() => undefined)}
      onCancel={onClose}
    >
      <div className="small-table-field">
        <label htmlFor="pts-customer">客户</label>
        <Autocomplete
          id="pts-customer"
          label="客户"
          text={customer?.name ?? ''}
          placeholder="名称 / 拼音 / 手机尾号"
          find={(text) => findPartners(text, 'customer')}
          onChange={(option) => setCustomer(option && { id: option.value.id, name: option.label })}
        />
      </div>
      <div className="small-table">
        <table aria-label="转销售明细">
          <thead>
            <tr>
              <th>采购单号</th>
              <th>配件</th>
              <th className="right">可转</th>
              <th className="right">本次数量</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.lineId}>
                <td>{row.billNo}</td>
                <td>
                  {row.partCode} {row.partName}
                </td>
                <td className="right">{qtyText(row.convertibleQty)}</td>
                <td className="right">
                  <QtyInput
                    label={`${row.partCode} 本次数量`}
                    qty={qtyOf(row)}
                    onEnter={(qty) => setTyped(new Map(typed).set(row.lineId, qty))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageModal>
  )
}
