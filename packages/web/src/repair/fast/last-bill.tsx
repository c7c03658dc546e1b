// The bill that was made last, and 整单撤销 of a wrong one (business/fast-counter 4).
import { button } from '@chepu/contract/access/catalogue'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { PageModal } from '../../kit/ui/page-modal'
import { ReasonField } from '../../kit/ui/reason-field'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'
import { SlipPreview } from './slip'
import type { Done } from './use-counter'

/** Who may take a whole bill back. */
export const undoButton = button('repair_settlement', 'unsettle')

/** Takes a bill of today back whole, for a reason. Answers the number of its order. */
export function UndoDialog({ input, onDone }: DialogProps<{ orderId: number; billNo: string }, string>) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const undo = async () => {
    if (reason.trim() === '') return setError('请填写撤销原因')
    const change = { route: fastOrder.undo, params: { id: input.orderId }, body: { reason: reason.trim() } }
    try {
      const undone = await gestures.run(() => gestures.change(change))
      if (!undone) return
      const { billNo } = undone
      toast.success(`已整单撤销 ${billNo}`)
      onDone(billNo)
    } catch (fault) {
      setError(fault instanceof CallError ? fault.message : '服务异常，请稍后重试')
    }
  }
  return (
    <PageModal
      open
      title={`整单撤销 ${input.billNo}`}
      okText="整单撤销"
      okButtonProps={{ danger: true, loading: busy }}
      cancelText="返回"
      onOk={() => void undo()}
      onCancel={() => onDone()}
    >
      <p>结算、收款、领料一并撤销，商品、款项、会员卡和代金券退回，工单取消。</p>
      <ReasonField value={reason} onChange={setReason} />
      {error && <Alert type="error" showIcon title={error} />}
    </PageModal>
  )
}

/** 上一单 of this page: its receipt once more, or all of it back. */
export function LastBill({ last, onUndone }: { last: Done; onUndone: () => void }) {
  const { has } = useSession()
  const [prints, setPrints] = useState(false)
  const [openUndo, dialog] = useDialog(UndoDialog)
  const refresh = useRefreshCalls()
  const undo = async () => {
    if (!(await openUndo({ orderId: last.orderId, billNo: last.orderNo }))) return
    refresh(fastOrder.known, fastOrder.desk)
    onUndone()
  }
  return (
    <div className="fc-last" role="group" aria-label="上一单">
      <span>
        上一单 {last.orderNo}
        {isPositive(last.byCards) && `　会员卡 ${moneyText(last.byCards)}`}
        {isPositive(last.byAdvance) && `　预收款 ${moneyText(last.byAdvance)}`}　实收 {moneyText(last.paid)}
      </span>
      <Button onClick={() => setPrints(true)}>打印小票</Button>
      {has(undoButton) && (
        <Button danger onClick={() => void undo()}>
          整单撤销
        </Button>
      )}
      {prints && <SlipPreview orderId={last.orderId} onClose={() => setPrints(false)} />}
      {dialog}
    </div>
  )
}
