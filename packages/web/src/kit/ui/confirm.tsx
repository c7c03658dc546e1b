import type { ReactNode } from 'react'
import { useOneStep } from '../base/use-one-step'
import { PageModal } from './page-modal'

/** Asks before something that cannot be taken back; closes after success, stays after a failure. Of what is `danger` the keyboard stands on 取消 (ADR 0352). */
export function Confirm(props: {
  title: string
  children?: ReactNode
  okText: string
  danger?: boolean
  run: () => Promise<unknown>
  onClose: () => void
}) {
  const { busy, take } = useOneStep(async () => {
    await props.run()
    props.onClose()
  })
  return (
    <PageModal
      open
      width={420}
      title={props.title}
      okText={props.okText}
      cancelText="取消"
      okButtonProps={{ danger: props.danger ?? false }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={props.onClose}
    >
      {props.children}
    </PageModal>
  )
}
