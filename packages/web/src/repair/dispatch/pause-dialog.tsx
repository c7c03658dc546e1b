import { type linePauseKinds as kinds, linePauseKinds } from '@chepu/contract/repair/dispatch'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useOneStep } from '../../kit/base/use-one-step'
import { PageModal } from '../../kit/ui/page-modal'

interface Props {
  title: string
  onPause: (kind: keyof typeof kinds, reason: string) => Promise<unknown>
  onClose: () => void
}

/** Why work on a line stands still. */
export function PauseDialog({ title, onPause, onClose }: Props) {
  const [kind, setKind] = useState<keyof typeof kinds>('parts')
  const [reason, setReason] = useState('')
  const { busy, take } = useOneStep(async () => {
    await onPause(kind, reason.trim())
    onClose()
  })
  return (
    <PageModal
      open
      width={420}
      title={`暂停：${title}`}
      okText="暂停"
      cancelText="取消"
      okButtonProps={{ disabled: kind === 'other' && reason.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <Radio.Group
        options={Object.entries(linePauseKinds).map(([value, label]) => ({ value, label }))}
        optionType="button"
        value={kind}
        onChange={({ target }) => setKind(target.value as keyof typeof kinds)}
      />
      <label className="kit-reason">
        {kind === 'other' ? '原因（必填）' : '说明'}
        <Input.TextArea rows={2} maxLength={255} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
    </PageModal>
  )
}
