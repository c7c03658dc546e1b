import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { IssuePanel } from './issue-panel'

interface Asked {
  orderId: number
  billNo: string
  lineId?: number
}

/** 领料 of one order, or of one line of it; answers whether something was issued. */
export function IssueDialog({ input: { orderId, billNo, lineId }, onDone }: DialogProps<Asked, true>) {
  return (
    <PageModal open width="min(1080px, 96vw)" title={`领料 ${billNo}`} footer={null} onCancel={() => onDone()}>
      <IssuePanel orderId={orderId} lineId={lineId} onIssued={() => onDone(true)} />
    </PageModal>
  )
}
