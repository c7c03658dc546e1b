import { button, pageOf } from '@chepu/contract/access/catalogue'
import { pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { Button } from 'antd'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import { useCall } from '../kit/base/use-call'
import type { EditorApi } from '../kit/document/document-context'

/** What differs between invoices that the shop issues and those that it receives. */
const sides = {
  AR: { pending: pendingIssued, button: button('invoice', 'issue'), tab: 'toIssue', word: '开票' },
  AP: { pending: pendingReceived, button: button('invoice', 'receive'), tab: 'toReceive', word: '收票' },
} as const

/** 开票 or 收票: leads to what of a posted document waits for an invoice; absent where nothing does (business/invoices 4). */
export function InvoiceButton(props: { side: AccountSide; kind: string; editor: Pick<EditorApi, 'id' | 'isPosted'> }) {
  const { side, kind, editor } = props
  const { pending, button: needed, tab, word } = sides[side]
  const { has } = useSession()
  const { open } = useTabs()
  const isOpen = has(pageOf('invoice')) && has(needed) && editor.isPosted && editor.id !== undefined
  const query = { page: 1, rows: 1, sourceKind: kind, sourceId: editor.id }
  const { data } = useCall(pending.list, { query }, { enabled: isOpen })
  if (!isOpen || !data || data.rows.length === 0) return null
  return (
    <Button
      size="small"
      onClick={() => open({ key: 'ticketManage', params: { tab, sourceKind: kind, sourceId: editor.id } })}
    >
      {word}
    </Button>
  )
}
