import { type CounterKind, fastOrder, type HeldOrder } from '@chepu/contract/repair/fast-order'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { PageModal } from '../../kit/ui/page-modal'
import { ReasonField } from '../../kit/ui/reason-field'
import type { DialogProps } from '../../kit/ui/use-dialog'

/** 取单: orders that wait at this counter. Answers the one to go on with. */
export function HeldDialog({ input, onDone }: DialogProps<{ kind: CounterKind }, HeldOrder>) {
  const { data, error, refetch } = useCall(fastOrder.held, { query: { orderKind: input.kind } })
  const [given, setGiven] = useState<HeldOrder>()
  const [reason, setReason] = useState('')
  const cancel = async () => {
    if (!given) return
    if (reason.trim() === '') return toast.warning('请填写取消原因')
    const body = { version: given.version, reason: reason.trim() }
    await call(fastOrder.cancel, { params: { id: given.id }, body }).catch(() => undefined)
    setGiven(undefined)
    setReason('')
    await refetch()
  }
  const rows = data?.rows ?? []
  if (given)
    return (
      <PageModal
        open
        title={`取消挂单 ${given.billNo}`}
        okText="取消挂单"
        okButtonProps={{ danger: true }}
        cancelText="返回"
        onOk={() => void cancel()}
        onCancel={() => setGiven(undefined)}
      >
        <ReasonField value={reason} onChange={setReason} />
      </PageModal>
    )
  return (
    <PageModal open title="取单" width={640} footer={null} onCancel={() => onDone()}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {data && rows.length === 0 && <p className="fc-empty">没有挂单</p>}
      <ul className="fc-held">
        {rows.map((row, i) => (
          <li key={row.id}>
            <button type="button" autoFocus={i === 0} onClick={() => onDone(row)}>
              <b>{row.plate || row.partnerName}</b>
              <span>{row.names}</span>
              <small>
                {row.billNo}　{row.creatorName}　{shanghaiTime(new Date(row.createdAt))}
              </small>
              {row.totalAmount !== undefined && <em>{moneyText(row.totalAmount)}</em>}
            </button>
            <Button type="link" danger onClick={() => setGiven(row)}>
              取消
            </Button>
          </li>
        ))}
      </ul>
    </PageModal>
  )
}
