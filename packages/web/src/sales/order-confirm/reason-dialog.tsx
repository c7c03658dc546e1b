import { useState } from 'react'
import { Confirm } from '../../kit/ui/confirm'
import { ReasonField } from '../../kit/ui/reason-field'
import { toast } from '../../kit/base/toast'

/** Asks why before something is done that its log must explain. */
export function ReasonDialog(props: { title: string; run: (reason: string) => Promise<void>; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const run = async () => {
    if (reason.trim() === '') {
      toast.error('请填写原因')
      throw new Error('no reason')
    }
    await props.run(reason.trim())
  }
  return (
    <Confirm title={props.title} okText="确定" danger run={run} onClose={props.onClose}>
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  )
}
