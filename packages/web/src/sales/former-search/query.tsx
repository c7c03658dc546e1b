import type { DocumentDef } from '@chepu/contract/kernel/document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { documentPath } from '../../kit/document/document-screens'
import { useSourceSearch } from '../../pickers/source-search'

/** Former documents in the order of the trade, each with what is made of it. */
const chain: readonly [former: DocumentDef, successor: DocumentDef][] = [
  [purchaseOrder, goodsReceipt],
  [goodsReceipt, purchaseReturn],
  [salesQuotation, salesOrder],
  [salesOrder, salesDelivery],
  [salesDelivery, salesReturn],
]

/** 前单查询: the search of 引单 by itself, in tabs by kind; it takes nothing over and opens the document (business/sales 2.8). */
export default function FormerSearch() {
  const { has } = useSession()
  const { open } = useTabs()
  const tabs = useMemo(
    () =>
      chain.flatMap(([{ kind, title, buttons }, successor]) => {
        if (!has(buttons.view)) return []
        // What remains is told for who may make the successor; else the whole document is shown.
        return [{ kind, title, target: has(successor.buttons.view) ? successor.kind : kind }]
      }),
    [has],
  )
  const { choices, search, table } = useSourceSearch({
    tabs,
    roles: ['customer', 'supplier'],
    multiple: false,
    onTake: (source, [line]) => {
      const path = line && documentPath(source, line.documentId)
      if (path) open(path)
    },
  })
  return (
    <div className="former-search">
      {search}
      {table}
      <p className="former-search-foot">
        <span className="picker-hint">↑↓ 选行　Enter 或双击 打开单据</span>
        <Button disabled={choices.rows.length === 0} onClick={choices.take}>
          查看单据
        </Button>
      </p>
    </div>
  )
}
