import { button } from '@chepu/contract/access/catalogue'
import { invoiceReceived } from '@chepu/contract/finance/invoice'
import { adjustToInvoice, invoiceDifference } from '@chepu/contract/finance/invoice-difference'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import type { EditorApi } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'

/** 差额 of a received invoice against what its goods came in at, and the documents that adjust their cost (business/invoices 5). */
export function DifferenceButton({ editor: { id, isPosted } }: { editor: EditorApi }) {
  const { has } = useSession()
  const { open } = useTabs()
  const refresh = useRefreshCalls()
  const [busy, setBusy] = useState(false)
  const params = { id: id ?? 0 }
  const { data } = useCall(invoiceDifference, { params }, { enabled: isPosted && id !== undefined })
  if (!isPosted || !data) return null
  const show = (adjustmentId: number) => {
    const path = documentPath('cost_adjustment', adjustmentId)
    if (path) open(path)
  }
  const adjust = async () => {
    setBusy(true)
    try {
      const { adjustments } = await call(adjustToInvoice, { params })
      toast.success(`已生成成本调整单 ${adjustments.map(({ billNo }) => billNo).join('、')}，审核后生效`)
      refresh(invoiceDifference)
      const [first] = adjustments
      if (first) show(first.id)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {data.adjustments.map(({ id: adjustmentId, billNo }) => (
        <Button key={adjustmentId} size="small" onClick={() => show(adjustmentId)}>
          成本调整单 {billNo}
        </Button>
      ))}
      {data.difference !== null && has(invoiceReceived.buttons.add) && has(button('stock', 'cost_adjust')) && (
        <Button size="small" loading={busy} onClick={() => void adjust().catch(() => undefined)}>
          差额 {moneyText(data.difference)}，生成成本调整单
        </Button>
      )}
    </>
  )
}
