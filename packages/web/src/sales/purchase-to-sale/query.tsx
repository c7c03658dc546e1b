import { button } from '@chepu/contract/access/catalogue'
import { isPositive } from '@chepu/contract/kernel/decimal'
import {
  purchaseSources,
  type PurchaseToSaleRow,
  purchaseToSale,
  saleTargets,
} from '@chepu/contract/sales/purchase-to-sale'
import { Button } from 'antd'
import { useState } from 'react'
import { documentPath } from '../../kit/document/document-screens'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'
import { ConvertDialog } from './convert-dialog'

type Target = keyof typeof saleTargets

const targets: readonly [Target, label: string][] = [
  ['sales_order', '转销售订单'],
  ['sales_delivery', '转销售出库'],
]

const list = listOf(purchaseToSale)

/** 采购转销售查询 (business/sales 2.9): what may be sold out of purchases, and the drafts made of it. */
export default function PurchaseToSale() {
  const { has } = useSession()
  const { open } = useTabs()
  const asked = useScreenParams()
  const [converting, setConverting] = useState<{ target: Target; rows: PurchaseToSaleRow[]; refresh: () => void }>()
  // What was asked for last says what the rows are.
  const kindOf = ({ filters }: Pick<ListApi<PurchaseToSaleRow>, 'filters'>) => filters['source'] ?? 'purchase_order'
  const toolbar = (api: ListApi<PurchaseToSaleRow>) => {
    const rows = api.selected.filter((row) => isPositive(row.convertibleQty))
    return (
      <>
        {targets
          .filter(
            ([target]) => has(button(target, 'add')) && (target === 'sales_order' || kindOf(api) === 'goods_receipt'),
          )
          .map(([target, label]) => (
            <Button
              key={target}
              size="small"
              disabled={rows.length === 0}
              onClick={() => setConverting({ target, rows, refresh: api.refresh })}
            >
              {label}
            </Button>
          ))}
      </>
    )
  }
  const openPurchase = (kind: string, row: PurchaseToSaleRow) => {
    const path = documentPath(kind, row.documentId)
    if (path) open(path)
  }
  return (
    <>
      <ListPage<PurchaseToSaleRow>
        {...list}
        name="transToSalesferOrder"
        keyOf={(row) => row.lineId}
        selectable
        defaults={{ source: 'purchase_order', open: 'true' }}
        initial={asked}
        toolbar={toolbar}
        rowActions={(row, api) => [{ key: 'open', label: '查看', run: () => openPurchase(kindOf(api), row) }]}
      >
        <SelectFilter name="source" title="来源" options={purchaseSources} />
        <TextFilter name="billNo" title="采购单号" search />
        <PartnerFilter name="supplierId" title="供应商" role="supplier" />
        <PartnerFilter name="customerId" title="预订人" role="customer" />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
        <FlagFilter name="open" title="仅可转" />
        <DateRangeFilter />
        <WarehouseFilter name="warehouseId" more />
        {partFilters}
      </ListPage>
      {converting && (
        <ConvertDialog {...converting} onDone={converting.refresh} onClose={() => setConverting(undefined)} />
      )}
    </>
  )
}
