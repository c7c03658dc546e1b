import { button } from '@chepu/contract/access/catalogue'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { customerCredit } from '@chepu/contract/sales/customer-credit'
import { Button } from 'antd'
import { useDocumentMeta, useHeader } from '../kit/document/document-context'
import type { EditorApi } from '../kit/document/document-context'
import { Figure, settledFigures } from '../kit/document/figure'
import { moneyText } from '../kit/base/format'
import { hasOpenAmount } from '../kit/document/open-amount'
import type { RowAction } from '../kit/ui/row-actions'
import { useSession } from '../kit/base/session'
import { useTabs, type TabTarget } from '../kit/base/tabs'
import { useCall } from '../kit/base/use-call'
import { collection } from '@chepu/contract/finance/collection'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { newDocument } from '../kit/document/document-screens'

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
/** 收款: opens a new collection of the customer that settles this document, or is a deposit for this order. */
export function CollectButton(props: { editor: EditorApi; title?: string; source: DocumentDef }) {
  const { open } = useTabs()
  const { has } = useSession()
  if (!has(collectButton)) return null
  const { editor, source } = props
  return (
    <Button
      size="small"
      onClick={() => open(newDocument(collection, { partnerId: editor.partnerId, source, sourceId: editor.id }))}
    >
      {props.title ?? '收款'}
    </Button>
  )
}

/** Row actions of sales lists that lead to other screens; each is absent without its permission. */
export function useSalesRowActions() {
  const { open } = useTabs()
  const { has } = useSession()
  const to = (key: string, label: string, target: TabTarget): RowAction => ({ key, label, run: () => open(target) })
  return {
    collect: (row: GoodsRow, label = '收款'): RowAction[] =>
      has(collectButton) && row.state === 'done' && !row.isRed && hasOpenAmount(row)
        ? [
            to(
              'collect',
              label,
              newDocument(collection, { partnerId: row.partnerId, source: salesDelivery, sourceId: row.id }),
            ),
          ]
        : [],
    turnInto: (
      allowed: boolean,
      buttonId: number,
      label: string,
      target: DocumentDef,
      row: GoodsRow,
      source: DocumentDef,
    ): RowAction[] =>
      allowed && has(buttonId) ? [to(target.kind, label, newDocument(target, { source, sourceId: row.id }))] : [],
    open: to,
    has,
  }
}
