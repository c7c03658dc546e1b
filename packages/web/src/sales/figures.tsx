import { button } from '@chepu/contract/access/catalogue'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { customerCredit } from '@chepu/contract/sales/customer-credit'
import { Button } from 'antd'
import { useDocumentMeta, useHeader } from '../kit/document-context'
import type { EditorApi } from '../kit/document-editor'
import { Figure, settledFigures } from '../kit/document-totals'
import { moneyText } from '../kit/format'
import { hasOpenAmount } from '../kit/open-amount'
import type { RowAction } from '../kit/row-actions'
import { useSession } from '../kit/session'
import { useTabs } from '../kit/tabs'
import { useCall } from '../kit/use-call'

/** Who bears the freight of a sale. */
export const freightPayers = { us: '我方承担', partner: '客户承担（计入应收）' }
export const settledStates = { none: '未收', part: '部分收款', full: '已收清' }

/** 已收 and 未收 beside the totals of a posted document. */
export const collected = settledFigures('已收', '未收')

/** 信用余额 and 预收 of the customer, while the document still waits for approval; absent without the field permissions. */
export function CreditFigures() {
  const { partnerId } = useHeader()
  const { state } = useDocumentMeta()
  const { sees } = useSession()
  const known = typeof partnerId === 'number' && (state === 'draft' || state === 'submitted')
  const { data } = useCall(
    customerCredit,
    { params: { id: known ? partnerId : 0 } },
    { enabled: known && sees('ar_balance'), stale: 30_000 },
  )
  if (!known || data?.advances === undefined) return null
  return (
    <>
      {data.left !== undefined && (
        <Figure title="信用余额" value={data.left === null ? '不限' : moneyText(data.left)} />
      )}
      <Figure title="预收" value={moneyText(data.advances)} />
    </>
  )
}

const collectButton = button('collection', 'add')
const pathOf = (partnerId: unknown, source: string, sourceId: number | undefined) =>
  `/collection?new=1&partnerId=${String(partnerId)}&source=${source}&sourceId=${sourceId}`

/** 收款: opens a new collection of the customer that settles this document, or is a deposit for this order. */
export function CollectButton(props: { editor: EditorApi; title?: string; source: string }) {
  const { open } = useTabs()
  const { has } = useSession()
  if (!has(collectButton)) return null
  const { editor, source } = props
  return (
    <Button size="small" onClick={() => open(pathOf(editor.header.partnerId, source, editor.id))}>
      {props.title ?? '收款'}
    </Button>
  )
}

/** Row actions of sales lists that lead to other screens; each is absent without its permission. */
export function useSalesRowActions() {
  const { open } = useTabs()
  const { has } = useSession()
  const to = (key: string, label: string, path: string): RowAction => ({ key, label, run: () => open(path) })
  return {
    collect: (row: GoodsRow, label = '收款'): RowAction[] =>
      has(collectButton) && row.state === 'done' && !row.isRed && hasOpenAmount(row)
        ? [to('collect', label, pathOf(row.partnerId, salesDelivery.kind, row.id))]
        : [],
    turnInto: (
      allowed: boolean,
      buttonId: number,
      label: string,
      screen: string,
      row: GoodsRow,
      kind: string,
    ): RowAction[] =>
      allowed && has(buttonId) ? [to(screen, label, `/${screen}?new=1&source=${kind}&sourceId=${row.id}`)] : [],
    open: to,
    has,
  }
}
