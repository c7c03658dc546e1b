import { Input } from 'antd'
import { useState } from 'react'
import { useOneStep } from '../../kit/base/use-one-step'
import { PageModal } from '../../kit/ui/page-modal'

interface Props {
  title: string
  label: string
  okText: string
  onSend: (text: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a sentence, which is needed. */
export function TextDialog({ title, label, okText, onSend, onClose }: Props) {
  const [text, setText] = useState('')
  const { busy, take } = useOneStep(async () => {
    await onSend(text.trim())
    onClose()
  })
  return (
    <PageModal
      open
      width={420}
      title={title}
      okText={okText}
      cancelText="取消"
      okButtonProps={{ disabled: text.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <label className="kit-reason">
        {label}
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
    </PageModal>
  )
}
