import { button } from '@chepu/contract/access/catalogue'
import { compare, isPositive, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { Override } from '@chepu/contract/kernel/override'
import { type ConfirmLine, type ConfirmRow, readConfirm } from '@chepu/contract/sales/order-confirm'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call, CallError } from '../../kit/base/call'
import { moneyText, priceText, qtyText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { PurchaseDialog } from './purchase-dialog'
import { confirmedInput, promisable } from './promise'
import { QtyInput } from '../../kit/ui/qty-input'
import { ReasonDialog } from './reason-dialog'
import './order-confirm.css'

type Overlay = 'reject' | 'passCredit' | 'purchase'
type Act = (action: string, more?: { reason?: string; input?: unknown; stay?: boolean }) => Promise<void>

/** One order: what is free, what it lacks, where else it lies, what stands in; then 确认, 部分确认 or 驳回. */
export function ConfirmDialog(props: { orderId: number; onDone: () => void; onClose: () => void }) {
  const { has } = useSession()
  const answer = useCall(readConfirm, { params: { id: props.orderId } }, { loud: true })
  const [promised, setPromised] = useState<ReadonlyMap<number, string>>(new Map())
  const [overlay, setOverlay] = useState<Overlay>()
  const [busy, setBusy] = useState(false)
  const { order, lines = [], can: allowed = [] } = answer.data ?? {}
  const can = new Set(allowed)
  const [refusedBy, setRefusedBy] = useState<Override>()
  const act: Act = async (action, { stay, ...more } = {}) => {
    setBusy(true)
    try {
      const version = order?.version as number
      await call(salesOrder.routes.act, { params: { id: props.orderId, action }, body: { version, ...more } })
      if (stay) await answer.refetch()
      else props.onDone()
    } catch (error) {
      if (error instanceof CallError) setRefusedBy(error.override)
      throw error
    } finally {
      setBusy(false)
    }
  }
  const quietly = (work: Promise<void>) => void work.catch(() => undefined)
  const input = confirmedInput(lines, promised)
  const promise = () =>
    quietly(
      act('confirm', input ? { input } : {}).then(() =>
        toast.success(`${order?.billNo} ${input ? '已部分确认' : '已确认'}`),
      ),
    )
  const short = lines.filter((line) => isPositive(line.shortage))
  const footer = [
    ...(short.length > 0 && has(button('purchase_order', 'add')) && order?.state !== 'voided'
      ? [
          <Button key="purchase" onClick={() => setOverlay('purchase')}>
            转采购
          </Button>,
        ]
      : []),
    ...(short.length > 0 && can.has('confirm')
      ? [
          <Button key="free" onClick={() => setPromised(new Map(lines.map((line) => [line.id, promisable(line)])))}>
            按可用量
          </Button>,
        ]
      : []),
    ...(can.has('reject')
      ? [
          <Button key="reject" danger disabled={busy} onClick={() => setOverlay('reject')}>
            驳回
          </Button>,
        ]
      : []),
    ...(can.has('passCredit') && refusedBy === salesOrder.actions.passCredit.passes
      ? [
          <Button key="pass" disabled={busy || input !== undefined} onClick={() => setOverlay('passCredit')}>
            超信用放行
          </Button>,
        ]
      : []),
    ...(can.has('confirm')
      ? [
          <Button key="confirm" type="primary" loading={busy} onClick={promise}>
            {input ? '部分确认' : '确认'}
          </Button>,
        ]
      : []),
  ]
  return (
    <>
      <PageModal
        open
        width="min(1180px, 96vw)"
        title={order ? `订单确认 ${order.billNo}　${order.partnerName}` : '订单确认'}
        footer={footer}
        onCancel={props.onClose}
      >
        {answer.isPending && <p>正在读取…</p>}
        {order && <Warnings order={order} />}
        <LinesTable
          lines={lines}
          promised={promised}
          onPromise={can.has('confirm') ? (line, qty) => setPromised(new Map(promised).set(line.id, qty)) : undefined}
          onMove={
            can.has('changeWarehouse')
              ? (line, warehouseId) =>
                  quietly(act('changeWarehouse', { input: { warehouseId, lineIds: [line.id] }, stay: true }))
              : undefined
          }
          onReplace={
            can.has('substitute')
              ? (line, partId) => quietly(act('substitute', { input: { lineId: line.id, partId }, stay: true }))
              : undefined
          }
        />
      </PageModal>
      {(overlay === 'reject' || overlay === 'passCredit') && (
        <ReasonDialog
          title={overlay === 'reject' ? '驳回订单' : '超信用放行'}
          run={(reason) => act(overlay, { reason })}
          onClose={() => setOverlay(undefined)}
        />
      )}
      {overlay === 'purchase' && (
        <PurchaseDialog
          orderId={props.orderId}
          lines={short}
          onDone={() => void answer.refetch()}
          onClose={() => setOverlay(undefined)}
        />
      )}
    </>
  )
}

/** What speaks against the order as a whole. */
function Warnings({ order }: { order: ConfirmRow }) {
  const over =
    order.creditLeft != null && order.totalTaxed !== undefined && compare(order.totalTaxed, order.creditLeft) > 0
  const texts = [
    ...(order.isBlacklisted ? ['客户已列入黑名单'] : []),
    ...(order.overdueNo === null ? [] : [`客户有逾期未收款单据 ${order.overdueNo}`]),
    ...(over ? [`本单 ${moneyText(order.totalTaxed)}，信用余额 ${moneyText(order.creditLeft)}`] : []),
    ...(order.allowBackorder && order.shortLines > 0 ? ['本单允许缺货下单，缺货部分到货后自动占用'] : []),
  ]
  if (texts.length === 0) return null
  return <Alert type="warning" showIcon title={texts.join('；')} />
}

const figures = new Set(['订购', '可用', '缺', '确认数量', '售价', '最低价'])

interface TableProps {
  lines: readonly ConfirmLine[]
  promised: ReadonlyMap<number, string>
  onPromise: ((line: ConfirmLine, qty: string) => void) | undefined
  onMove: ((line: ConfirmLine, warehouseId: number) => void) | undefined
  onReplace: ((line: ConfirmLine, partId: number) => void) | undefined
}

function LinesTable(props: TableProps) {
  const { sees } = useSession()
  const heads = ['行', '配件', '品牌', '规格', '仓库', '订购', '可用', '缺', '确认数量']
  const priced = sees('doc_price') ? ['售价'] : []
  const floored = sees('min_sale_price') ? ['最低价'] : []
  return (
    <div className="small-table">
      <table aria-label="订单明细">
        <thead>
          <tr>
            {[...heads, ...priced, ...floored, '换仓', '替换件'].map((head) => (
              <th key={head} className={figures.has(head) ? 'right' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.lines.map((line) => (
            <tr key={line.id}>
              <td>{line.lineNo}</td>
              <td>
                {line.partCode} {line.partName}
              </td>
              <td>{line.brandName}</td>
              <td>{line.spec}</td>
              <td>{line.warehouseName}</td>
              <td className="right">{qtyText(line.qty)}</td>
              <td className="right">{availableText(line)}</td>
              <td className="right oc-alarm">{isPositive(line.shortage) ? qtyText(line.shortage) : ''}</td>
              <td className="right">
                {props.onPromise ? (
                  <QtyInput
                    label={`第${line.lineNo}行确认数量`}
                    qty={props.promised.get(line.id) ?? trimZeros(line.qty)}
                    onEnter={(qty) =>
                      compare(qty, line.qty) > 0
                        ? toast.error(`第${line.lineNo}行 确认数量不能大于订单数量`)
                        : props.onPromise?.(line, qty)
                    }
                  />
                ) : (
                  qtyText(line.qty)
                )}
              </td>
              {sees('doc_price') && (
                <td className={line.isBelowMin ? 'right oc-alarm' : 'right'}>{priceText(line.price)}</td>
              )}
              {sees('min_sale_price') && <td className="right">{priceText(line.minSalePrice)}</td>}
              <td>
                <Choice
                  label={`第${line.lineNo}行换仓`}
                  disabled={!props.onMove}
                  options={line.elsewhere.map((at) => ({
                    id: at.warehouseId,
                    text: `${at.warehouseName}（${trimZeros(at.available)}）`,
                  }))}
                  onChoose={(id) => props.onMove?.(line, id)}
                />
              </td>
              <td>
                <Choice
                  label={`第${line.lineNo}行换替换件`}
                  disabled={!props.onReplace}
                  options={line.substitutes.map((part) => ({
                    id: part.partId,
                    text: `${part.partCode} ${part.brandName}（${trimZeros(part.available)}）${part.note}`,
                  }))}
                  onChoose={(id) => props.onReplace?.(line, id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What is available, and beside it what a count keeps where it is, which can be held all the same. */
function availableText({ available, reservable }: ConfirmLine): string {
  const frozen = sub(reservable, available)
  return isPositive(frozen) ? `${qtyText(available)}（盘点冻结 ${qtyText(frozen)}）` : qtyText(available)
}

/** A choice that acts at once; nothing to choose is nothing to see. */
function Choice(props: {
  label: string
  disabled: boolean
  options: readonly { id: number; text: string }[]
  onChoose: (id: number) => void
}) {
  if (props.options.length === 0) return null
  return (
    <select
      className="oc-choice"
      aria-label={props.label}
      disabled={props.disabled}
      value=""
      onChange={(event) => props.onChoose(Number.parseInt(event.target.value, 10))}
    >
      <option value="">选择…</option>
      {props.options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
