import { type ReactNode, useState } from 'react'
import { PageModal } from './page-modal'

/** Asks before something that cannot be taken back; closes after success, stays after a failure. */
export function Confirm(props: {
  title: string
  children?: ReactNode
  okText: string
  danger?: boolean
  run: () => Promise<unknown>
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await props.run()
      props.onClose()
    } catch {
      // The call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageModal
      open
      width={420}
      title={props.title}
      okText={props.okText}
      cancelText="取消"
      okButtonProps={{ danger: props.danger ?? false }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={props.onClose}
    >
      {props.children}
    </PageModal>
  )
}
