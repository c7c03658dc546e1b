import { add, compare, trimZeros } from '@chepu/contract/kernel/decimal'
import { type MaterialRow, orderMaterial } from '@chepu/contract/picking/desk'
import { picking } from '@chepu/contract/picking/picking'
import type { ReactNode } from 'react'
import { call } from '../../kit/base/call'
import type { Ask } from '../../kit/document/use-open-editor'
import { PageModal } from '../../kit/ui/page-modal'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'
import { seenOf } from '../desk/issued'

/** Material of which a draft would issue more than its order waits for. */
interface Over {
  line: MaterialRow
  qty: string
}

/** What 领料 of a draft says of 待领: it is read as it is now, and where the draft goes beyond it the keeper is asked first (business/repair 5.2). */
export function useIssueAsSeen(): [ask: Ask, dialog: ReactNode] {
  const [confirm, dialog] = useDialog(OverPlanDialog)
  const ask: Ask = async (id) => {
    const { header, lines } = await call(picking.routes.read, { params: { id } })
    const { lines: material } = await call(orderMaterial, { params: { id: header.workOrderId } })
    const named = material.flatMap((line): Over[] => {
      const own = lines.filter(({ workOrderLineId }) => workOrderLineId === line.lineId)
      return own.length === 0 ? [] : [{ line, qty: add('0', ...own.map(({ qty }) => qty)) }]
    })
    const over = named.filter(({ line, qty }) => compare(qty, line.waitingQty) > 0)
    if (over.length > 0 && !(await confirm(over))) return undefined
    return { input: seenOf(named.map(({ line }) => line)) }
  }
  return [ask, dialog]
}

function OverPlanDialog({ input, onDone }: DialogProps<readonly Over[], true>) {
  return (
    <PageModal
      open
      width={480}
      title="超计划领料"
      okText="仍要领料"
      cancelText="取消"
      onOk={() => onDone(true)}
      onCancel={() => onDone()}
    >
      {input.map(({ line, qty }) => (
        <p key={line.lineId}>
          {line.partCode} {line.partName}：待领 {trimZeros(line.waitingQty)}，本次 {trimZeros(qty)}
        </p>
      ))}
      <p>超出部分会加到工单，客户要多付的须重新确认。</p>
    </PageModal>
  )
}
