import type { LookupLocation } from '@chepu/contract/basics/lookups'
import { isZero, sub } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { type Outcome, outcomes, transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { Button, DatePicker, Segmented } from 'antd'
import { useState } from 'react'
import { call, newIdempotencyKey } from '../../kit/base/call'
import dayjs from '../../kit/base/dayjs'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { useLocations } from '../../pickers/lists'
import { type AskedLine, binOf, LinesDialog, type Typed } from './lines-dialog'

/** A transfer as it was sent. */
export type SentOrder = DataOf<typeof transferOrder.routes.read>

export const readOrder = (id: number): Promise<SentOrder> => call(transferOrder.routes.read, { params: { id } })

interface DialogProps {
  order: SentOrder
  onDone: () => void
  onClose: () => void
}

/** What of each line is still on its way. */
const open = ({ lines }: SentOrder): AskedLine[] =>
  lines.map((line) => ({ ...line, most: sub(line.qty, line.executedQty) })).filter((line) => !isZero(line.most))

/** 收货: what came, what is missing and what is broken of a transfer, and where it is put; posted at once. */
export function ReceiveDialog({ order, onDone, onClose }: DialogProps) {
  const lines = open(order)
  const bins = useLocations(order.header.toWarehouseId ?? undefined)
  const [day, setDay] = useState(shanghaiDay)
  const post = usePost(order, onDone, bins)
  return (
    <LinesDialog
      title={`收货 ${order.header.billNo}`}
      mostTitle="在途"
      columns={{ qty: '实收', shortQty: '短少', damagedQty: '破损' }}
      isFull
      lines={lines}
      bins={bins}
      okText="确认收货"
      problemOf={(typed) => (typed.every(isNothing) ? '没有点到任何货物' : undefined)}
      onConfirm={(typed) => post('arrived', lines, typed, day)}
      onClose={onClose}
    >
      <ArrivalDay sent={order.header.bizDate} day={day} onChange={setDay} />
      <p className="desk-hint">短少、破损的货物仍在途，由双方「差异处理」；不填的以后再收。扫描配件从零开始点数。</p>
    </LinesDialog>
  )
}

/** The day of the arrival, not before the goods left; where its month is closed on either side, today does. */
function ArrivalDay(props: { sent: string; day: string; onChange: (day: string) => void }) {
  const { sent, day, onChange } = props
  const today = shanghaiDay()
  return (
    <div className="desk-bar">
      <label className="desk-day">
        收货日期
        <DatePicker
          aria-label="收货日期"
          allowClear={false}
          size="small"
          value={dayjs(day)}
          minDate={dayjs(sent)}
          maxDate={dayjs(today)}
          onChange={(value) => value && onChange(value.format('YYYY-MM-DD'))}
        />
      </label>
      {day !== today && (
        <>
          <Button size="small" onClick={() => onChange(today)}>
            改为今天
          </Button>
          <span className="desk-hint">所选月份任一方已结账时不能收货，改为今天即可</span>
        </>
      )}
    </div>
  )
}

/** 差异处理: what became of goods that did not arrive; each side says what it gets or bears. */
export function DecideDialog({ order, onDone, onClose, sides }: DialogProps & { sides: readonly Outcome[] }) {
  const [outcome, setOutcome] = useState<Outcome>(sides[0] as Outcome)
  const lines = open(order)
  const post = usePost(order, onDone)
  return (
    <LinesDialog
      title={`差异处理 ${order.header.billNo}`}
      mostTitle="在途"
      columns={{ qty: '数量' }}
      isFull={false}
      lines={lines}
      okText="确认处理"
      problemOf={(typed) => (typed.every(isNothing) ? '请填写数量；不处理的货物仍在途' : undefined)}
      onConfirm={(typed) => post(outcome, lines, typed, shanghaiDay())}
      onClose={onClose}
    >
      <div className="desk-bar">
        <Segmented
          value={outcome}
          options={sides.map((value) => ({ value, label: outcomes[value] }))}
          onChange={(value) => setOutcome(value)}
        />
      </div>
    </LinesDialog>
  )
}

/** Nothing of a line was counted, wherever it may lie. */
const isNothing = ({ bin: _, ...figures }: Typed): boolean =>
  Object.values(figures).every((text) => text === '' || isZero(text))

/** Saves a 调入单 of the transfer and posts it, in one step. */
function usePost({ header }: SentOrder, onDone: () => void, bins: readonly LookupLocation[] = []) {
  const forget = useRefreshCalls()
  return async (outcome: Outcome, lines: readonly AskedLine[], typed: readonly Typed[], bizDate: string) => {
    const isDest = outcome === 'arrived' || outcome === 'lost_dest'
    const [warehouseId, toWarehouseId] = isDest
      ? [header.toWarehouseId, header.warehouseId]
      : [header.warehouseId, header.toWarehouseId]
    const counterOrgId = header.counterOrgId === null ? null : isDest ? header.orgId : header.counterOrgId
    const saved = await call(transferReceipt.routes.save, {
      body: {
        header: { bizDate, warehouseId, toWarehouseId, counterOrgId, outcome },
        lines: lines.flatMap(({ id, partId }, i) =>
          isNothing(typed[i] ?? {}) ? [] : [{ partId, sourceLineId: id, ...filled(typed[i] ?? {}, bins) }],
        ),
        action: { name: 'approve' },
      },
      idempotencyKey: newIdempotencyKey(),
    })
    toast.success(`${saved.billNo} 已${outcomes[outcome]}`)
    forget(transferReceipt.routes.list, transferReceipt.routes.totals)
    onDone()
  }
}

const filled = (typed: Typed, bins: readonly LookupLocation[]) => ({
  locationId: binOf(bins, typed['bin'])?.id ?? null,
  qty: typed['qty'] || '0',
  shortQty: typed['shortQty'] || '0',
  damagedQty: typed['damagedQty'] || '0',
})
