import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { toast } from '../../kit/base/toast'
import { useOneStep } from '../../kit/base/use-one-step'
import { useScans } from '../../kit/base/use-scans'
import { PageModal } from '../../kit/ui/page-modal'
import './desk.css'

interface DeskDialogProps {
  title: string
  width: string
  okText: string
  /** Why it cannot be confirmed as it stands. */
  problem: string | undefined
  onScan: (code: string) => void
  /** Resolves when no scan is on its way; false when one of them was not counted, which the user has been told. */
  settled: () => Promise<boolean>
  /** Posts what was entered; throws when it was refused. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog of quantities that are typed or scanned, confirmed by Ctrl+Enter. What is scanned while a quantity, a day or no field has the keyboard is
 * a scan; places and batches are scanned into their own fields.
 */
export function DeskDialog({ problem, settled, onConfirm, onClose, ...props }: DeskDialogProps) {
  const latest = useRef({ problem, onConfirm })
  latest.current = { problem, onConfirm }
  const desk = useRef<HTMLDivElement>(null)
  useScans({
    root: () => desk.current?.closest('[role="dialog"]'),
    leaves: 'input:not([inputmode="decimal"], .ant-picker input)',
    take: props.onScan,
  })
  const { busy, take } = useOneStep(async () => {
    // A piece that was scanned and could not be counted must not be missing in what is posted.
    if (!(await settled())) throw new Error('a scan was not counted')
    const now = latest.current
    if (now.problem) {
      toast.error(now.problem)
      throw new Error(now.problem)
    }
    await now.onConfirm()
    onClose()
  })
  return (
    <PageModal
      open
      title={props.title}
      width={props.width}
      onCancel={onClose}
      footer={[
        <span key="problem" className="desk-problem" role="status">
          {problem ?? ''}
        </span>,
        <Button key="close" onClick={onClose}>
          取消
        </Button>,
        <Button key="ok" type="primary" loading={busy} disabled={problem !== undefined} onClick={() => void take()}>
          {props.okText}
        </Button>,
      ]}
    >
      <div ref={desk} data-scans onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && void take()}>
        {props.children}
      </div>
    </PageModal>
  )
}
