import { actInbound, type InboundRow } from '@chepu/contract/warehouse/inbound'
import { Input } from 'antd'
import { useState } from 'react'
import { call, newIdempotencyKey } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { toast } from '../../kit/base/toast'

/** 差异退回: the document goes back to its maker with the reason why. */
export function SendBackDialog(props: { row: InboundRow; onDone: () => void; onClose: () => void }) {
  const { row } = props
  const [reason, setReason] = useState('')
  const run = async () => {
    await call(actInbound, {
      params: { kind: row.kind, id: row.id, action: 'sendBack' },
      body: { version: row.version, reason },
      idempotencyKey: newIdempotencyKey(),
    })
    toast.success(`${row.billNo} 已退回`)
    props.onDone()
  }
  return (
    <Confirm title={`差异退回 ${row.billNo}`} okText="退回" danger run={run} onClose={props.onClose}>
      <p>单据退回为草稿，由制单人按实物修改后重新提交。</p>
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={255}
        value={reason}
        aria-label="退回原因"
        placeholder="请填写差异原因，例如：到货型号不符、外箱破损"
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  )
}
