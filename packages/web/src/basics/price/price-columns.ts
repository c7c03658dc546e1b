import { formerName } from '@chepu/contract/basics/price-adjustment'
import {
  belowCost,
  isBelowFloor,
  marginRate,
  risesByLevel,
  sellingPrices,
  wholesaleBelowFloor,
} from '@chepu/contract/basics/price-rules'
import { type ProductPrice, productPriceFields, productPrices } from '@chepu/contract/basics/product'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import { price } from '@chepu/contract/kernel/scalars'
import { typedNumber } from '@chepu/contract/kernel/typed'
import { costText, percentText, priceText } from '../../kit/base/format'
import type { LineColumn } from '../../kit/grid/line-grid-columns'
import { type PriceLine, pricesAfter } from './price-store'

type Column = LineColumn<PriceLine>

/** What the columns follow besides the line. */
interface ColumnSource {
  sees: (field: FieldKey) => boolean
  /** Whether kept prices are with tax. */
  taxIncluded: boolean
  readOnly: boolean
  /** Names of the prices to show. */
  used: readonly string[]
  openPart: (line: PriceLine, text: string) => Promise<undefined>
}

const fixed = (name: string, title: string, width: number, show?: Column['show']): Column => ({
  name,
  title,
  kind: 'readonly',
  width,
  ...(show && { show, right: true }),
})

/** The prices of a product in the order in which they are set. */
const order: readonly ProductPrice[] = [
  'wholesalePrice1',
  'wholesalePrice2',
  'wholesalePrice3',
  'retailPrice',
  'minSalePrice',
  'transferPrice',
  'purchasePrice',
]

/** Columns of 调价明细: the product, what it costs, and of each price that the user may see what it is and what it shall be. */
export function priceColumns(source: ColumnSource): Column[] {
  const { sees, readOnly, used, openPart } = source
  const prices = order.filter((name) => used.includes(name) && sees(productPriceFields[name]))
  return [
    {
      name: 'partId',
      title: '配件编码',
      kind: 'code',
      width: 116,
      required: true,
      stop: true,
      show: (line) => line.partCode || line.pending,
      open: openPart,
    },
    fixed('partName', '配件名称', 126),
    fixed('brandName', '品牌', 54),
    ...(readOnly || !sees('purchase_price')
      ? []
      : [fixed('lastPurchasePrice', '最近进价', 68, (line) => priceText(line.lastPurchasePrice))]),
    ...(readOnly || !sees('cost_price') ? [] : [fixed('costPrice', '成本', 72, (line) => costText(line.costPrice))]),
    ...prices.flatMap((name) => [
      fixed(formerName(name), `原${short[name]}`, 70, (line) => priceText(line[formerName(name)])),
      newPrice(name, source),
      // The margin is that of the retail price.
      ...(name === 'retailPrice' && !readOnly && sees('gross_profit')
        ? [fixed('margin', '毛利率', 58, (line) => percentText(marginOf(line, source)))]
        : []),
    ]),
    { name: 'remark', title: '备注', kind: 'text', width: 110 },
    ...(readOnly ? [fixed('leftOut', '生效结果', 130, resultOf)] : []),
  ]
}

const short: Record<ProductPrice, string> = {
  purchasePrice: '进价',
  wholesalePrice1: '批发1',
  wholesalePrice2: '批发2',
  wholesalePrice3: '批发3',
  retailPrice: '零售',
  transferPrice: '调拨',
  minSalePrice: '最低',
}

const newPrice = (name: ProductPrice, source: ColumnSource): Column => ({
  name,
  title: productPrices[name],
  kind: 'price',
  width: 74,
  stop: true,
  check: (line) => faultOf(line, name),
  warn: (line) => doubtOf(line, name, source),
})

/** Why a typed price cannot stand. */
function faultOf(line: PriceLine, name: ProductPrice): string | undefined {
  if (line[name] === '') return undefined
  const number = typedNumber(line[name])
  if ('fault' in number) return number.fault
  const wrong = price.safeParse(number.value).error?.issues[0]?.message
  if (wrong) return wrong
  const isConcerned = name === 'retailPrice' || name === 'minSalePrice'
  return isConcerned && isBelowFloor(pricesAfter(line)) ? '零售价不能低于最低售价' : undefined
}

/** What deserves a second look: below cost, below the floor, a later level above an earlier one. */
function doubtOf(line: PriceLine, name: ProductPrice, { taxIncluded }: ColumnSource): string | undefined {
  const selling = sellingPrices.find((each) => each === name)
  if (line[name] === '' || !selling) return undefined
  const after = pricesAfter(line)
  const { costPrice, taxRate } = line
  if (
    costPrice !== null &&
    taxRate !== undefined &&
    belowCost(after, costPrice, { taxRate, taxIncluded }).includes(selling)
  )
    return '低于成本价'
  if (wholesaleBelowFloor(after).includes(selling)) return '低于最低售价'
  return selling !== 'retailPrice' && risesByLevel(after) ? '批发价1、2、3通常由高到低，请核对' : undefined
}

function marginOf(line: PriceLine, { taxIncluded }: ColumnSource): string | null {
  const { costPrice, taxRate } = line
  return taxRate === undefined ? null : marginRate(pricesAfter(line).retailPrice, costPrice, { taxRate, taxIncluded })
}

const resultOf = ({ leftOut, isOvertaken }: PriceLine): string =>
  leftOut ? `未调整：${leftOut}` : isOvertaken ? '审核后另改过价' : ''
