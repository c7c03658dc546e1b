import { isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { type ConfirmLine, purchaseShortage } from '@chepu/contract/sales/order-confirm'
import { shortagesToBuy } from '@chepu/contract/sales/shortages'
import { useState } from 'react'
import { call, CallError } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { documentPath } from '../../kit/document/document-screens'
import { qtyText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { type Supplier, SupplierChoice } from '../../pickers/supplier-choice'
import { QtyInput } from '../../kit/ui/qty-input'

interface Props {
  orderId: number
  /** The lines that lack something. */
  lines: readonly ConfirmLine[]
  onDone: () => void
  onClose: () => void
}

/**
 * 缺货转采购: what is ordered, from each part's own supplier or from one for all. Proposed is what is not on order for this
 * sales order yet; the server asks before more than that is ordered.
 */
export function PurchaseDialog(props: Props) {
  const [supplier, setSupplier] = useState<Supplier>()
  // What is proposed follows the lines, which may be read again while the dialog stands; what was typed stays.
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const wanted = new Map([...shortagesToBuy(props.lines), ...typed])
  const [question, setQuestion] = useState<string>()
  const [busy, setBusy] = useState(false)
  const lines = [...wanted].flatMap(([lineId, qty]) => (isPositive(qty) ? [{ lineId, qty }] : []))
  const purchase = async (again: boolean) => {
    const body = { lines, again, ...(supplier && { supplierId: supplier.id }) }
    const { orders } = await call(purchaseShortage, { params: { id: props.orderId }, body, quiet: !again })
    toast.success(`已生成采购订单 ${orders.map((each) => each.billNo).join('，')}`)
    props.onDone()
    props.onClose()
  }
  const first = async () => {
    setBusy(true)
    try {
      await purchase(false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.errors.some((each) => each.path === 'again')) setQuestion(error.message)
      else toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageModal
        open
        width="min(720px, 96vw)"
        title="缺货转采购"
        okText="生成采购订单"
        cancelText="取消"
        okButtonProps={{ disabled: lines.length === 0 }}
        confirmLoading={busy}
        onOk={() => void first()}
        onCancel={props.onClose}
      >
        <WishesTable
          lines={props.lines}
          wanted={wanted}
          onChange={(line, qty) => setTyped(new Map(typed).set(line.id, qty))}
        />
        <SupplierChoice value={supplier} onChange={setSupplier} />
      </PageModal>
      {question !== undefined && (
        <Confirm
          title="再次转采购"
          okText="再次转采购"
          run={() => purchase(true)}
          onClose={() => setQuestion(undefined)}
        >
          {question}
        </Confirm>
      )}
    </>
  )
}

interface TableProps {
  lines: readonly ConfirmLine[]
  wanted: ReadonlyMap<number, string>
  onChange: (line: ConfirmLine, qty: string) => void
}

/** What is bought of each line; a line of which nothing is bought is not ticked. */
function WishesTable({ lines, wanted, onChange }: TableProps) {
  const toBuy = shortagesToBuy(lines)
  const proposed = (line: ConfirmLine) => {
    const qty = toBuy.get(line.id) ?? '0'
    return isPositive(qty) ? qty : trimZeros(line.shortage)
  }
  return (
    <div className="small-table">
      <table aria-label="缺货明细">
        <thead>
          <tr>
            <th aria-label="选择" />
            <th>配件</th>
            <th className="right">缺</th>
            <th className="right">采购数量</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const qty = wanted.get(line.id) ?? '0'
            return (
              <tr key={line.id}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`第${line.lineNo}行 转采购`}
                    checked={isPositive(qty)}
                    onChange={(event) => onChange(line, event.target.checked ? proposed(line) : '0')}
                  />
                </td>
                <td>
                  {line.partCode} {line.partName}
                  {line.onOrder.map((each) => (
                    <div key={each.id}>
                      已转采购 <OrderLink id={each.id} billNo={each.billNo} /> 未到 {qtyText(each.qty)}
                    </div>
                  ))}
                </td>
                <td className="right oc-alarm">{qtyText(line.shortage)}</td>
                <td className="right">
                  <QtyInput label={`第${line.lineNo}行采购数量`} qty={qty} onEnter={(typed) => onChange(line, typed)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function OrderLink({ id, billNo }: { id: number; billNo: string }) {
  const { open } = useTabs()
  const path = documentPath('purchase_order', id)
  if (!path) return billNo
  return (
    <button type="button" className="kit-link" onClick={() => open(path)}>
      {billNo}
    </button>
  )
}
