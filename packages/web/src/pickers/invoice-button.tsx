import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { Button } from 'antd'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import type { EditorApi } from '../kit/document/document-context'

/** What differs between invoices that the shop issues and those that it receives. */
const sides = {
  AR: { button: button('invoice', 'issue'), tab: 'toIssue', word: '开票', redWord: '开红字发票' },
  AP: { button: button('invoice', 'receive'), tab: 'toReceive', word: '收票', redWord: '收红字发票' },
} as const

/**
 * 开票 or 收票, of what went back 开红字发票 or 收红字发票: leads to the bills of a posted document, with what of them waits for an invoice (business/invoices 4). It stands there
 * from the start: a button that came late would push others from under the hand (ADR 0353).
 */
export function InvoiceButton(props: {
  side: AccountSide
  kind: string
  editor: Pick<EditorApi, 'id' | 'isPosted'>
  isBack?: boolean
}) {
  const { side, kind, editor, isBack = false } = props
  const { tab } = sides[side]
  const needed = isBack ? button('invoice', 'red') : sides[side].button
  const word = isBack ? sides[side].redWord : sides[side].word
  const { has } = useSession()
  const { open } = useTabs()
  if (!has(pageOf('invoice')) || !has(needed) || !editor.isPosted || editor.id === undefined) return null
  const params = { tab, sourceKind: kind, sourceId: editor.id, withWhole: 'true' }
  return (
    <Button size="small" onClick={() => open({ key: 'ticketManage', params })}>
      {word}
    </Button>
  )
}
