import { purchaseSources } from '@chepu/contract/sales/purchase-to-sale'
import { Button } from 'antd'
import { type TabTarget, useTabs } from '../kit/base/tabs'

const key = 'transToSalesferOrder'

/** 采购转销售查询 of one purchase. */
export const purchaseToSaleOf = (
  row: { billNo: string },
  source: keyof typeof purchaseSources = 'purchase_order',
): TabTarget => ({
  key,
  params: { source, billNo: row.billNo },
})

/** Leads to 采购转销售查询, where purchases are sold line by line: orders, or what one comes from. */
export function PurchaseToSaleButton(props: { title?: string; source?: keyof typeof purchaseSources }) {
  const { title = '采购转销售', source = 'purchase_order' } = props
  const { open } = useTabs()
  return (
    <Button size="small" onClick={() => open({ key, params: { source, open: 'true' } })}>
      {title}
    </Button>
  )
}
