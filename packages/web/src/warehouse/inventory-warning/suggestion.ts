import { isZero } from '@chepu/contract/kernel/decimal'
import { coverDays, type LowStockRow } from '@chepu/contract/warehouse/inventory-warning'
import { qtyText } from '../../kit/base/format'

type Figures = Pick<
  LowStockRow,
  | 'minStock'
  | 'maxStock'
  | 'dailyUse'
  | 'leadDays'
  | 'target'
  | 'onHand'
  | 'reserved'
  | 'onOrder'
  | 'askedQty'
  | 'requestedQty'
  | 'backorder'
  | 'expected'
  | 'suggestedQty'
>

/** How 建议采购量 came about, in words for who looks at the figure (business/warehouse 4.2). */
export function arithmeticOf(row: Figures): string {
  const cap = row.maxStock === null ? '' : `，不超过上限 ${qtyText(row.maxStock)}`
  const parts = [
    `现存 ${qtyText(row.onHand)}`,
    ...(isZero(row.reserved) ? [] : [`− 占用 ${qtyText(row.reserved)}`]),
    ...(isZero(row.onOrder) ? [] : [`+ 在途 ${qtyText(row.onOrder)}`]),
    ...(isZero(row.askedQty) ? [] : [`+ 待审采购 ${qtyText(row.askedQty)}`]),
    ...(isZero(row.requestedQty) ? [] : [`+ 申请调拨 ${qtyText(row.requestedQty)}`]),
    ...(isZero(row.backorder) ? [] : [`− 缺货订单 ${qtyText(row.backorder)}`]),
  ]
  return [
    `目标 ${qtyText(row.target)} = 下限 ${qtyText(row.minStock)} + 日均 ${qtyText(row.dailyUse)} ×（到货 ${row.leadDays} 天 + 备货 ${coverDays} 天）${cap}`,
    `预计 ${qtyText(row.expected)} = ${parts.join(' ')}`,
    `建议采购 ${qtyText(row.suggestedQty)} = 目标 − 预计`,
  ].join('\n')
}
