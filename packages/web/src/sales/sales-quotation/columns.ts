import { type Grade, gradeLabels } from '@chepu/contract/basics/part'
import { priceInTaxMode } from '@chepu/contract/kernel/amounts'
import { compare, mul, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { marginOf } from '@chepu/contract/sales/quoted-items'
import { moneyText, qtyText } from '../../kit/base/format'
import type { SessionView } from '../../kit/base/session'
import type { EditorLine } from '../../kit/goods/document-lines'
import type { GoodsStore } from '../../kit/goods-editor/goods-store'
import type { LineColumnChoice } from '../../kit/goods-editor/line-columns'
import { itemNoOf } from './items'

interface Sight {
  goods: GoodsStore
  session: SessionView
}

/** What a line would earn by what its goods cost now; undefined while that is not known, or hidden. */
function marginIn({ totals }: GoodsStore, line: EditorLine) {
  const { qty, stockCost } = line
  if (!isDecimal(qty) || !isDecimal(stockCost) || !(isDecimal(line.price) || isDecimal(line.netAmount)))
    return undefined
  return marginOf(totals.of(line).untaxed, qty, stockCost)
}

/** A price below the floor is told while quoting; the order or delivery weighs it (business/sales 1.7). */
function belowFloor({ goods, session }: Sight, line: EditorLine): string | undefined {
  const { price, discountRate, minSalePrice, taxRate } = line
  if (!isDecimal(price) || !isDecimal(discountRate) || !isDecimal(minSalePrice)) return undefined
  const taxIncluded = goods.editor.header().taxIncluded !== false
  const least = priceInTaxMode(minSalePrice, taxRate, session.org.priceTaxIncluded, taxIncluded)
  return compare(mul(price, discountRate), least) < 0 ? `低于最低售价 ${trimZeros(least)}` : undefined
}

/** The columns of a quotation: whose alternative it is, what tells the alternatives apart, and what it comes to. */
export function quotedColumns(sight: Sight): LineColumnChoice[] {
  const { goods, session } = sight
  const seesMargin = session.sees('cost_price') && session.sees('gross_profit')
  const margin = (show: (found: NonNullable<ReturnType<typeof marginIn>>) => string) => (line: EditorLine) => {
    const found = marginIn(goods, line)
    return found ? show(found) : ''
  }
  return [
    // Codes are typed and scanned into the first column, as in every table of goods.
    'partId',
    'partName',
    { name: 'groupNo', title: '询价项', kind: 'readonly', width: 56, show: (line) => itemText(itemNoOf(line)) },
    { name: 'asked', title: '询价品名', kind: 'text', width: 96 },
    {
      name: 'grade',
      title: '品质',
      kind: 'readonly',
      width: 60,
      show: ({ grade }) => (typeof grade === 'string' ? gradeLabels[grade as Grade] : ''),
    },
    'brandName',
    { name: 'isChosen', title: '选定', kind: 'checkbox', width: 48 },
    // What is free tells alternatives apart also when nothing is typed any more.
    {
      name: 'free',
      title: '可用量',
      kind: 'readonly',
      width: 64,
      right: true,
      show: (line) => qtyText(line['available']),
    },
    'qty',
    { name: 'price', warn: (line) => belowFloor(sight, line) },
    'taxed',
    'lastPrice',
    ...(seesMargin
      ? ([
          {
            name: 'margin',
            title: '毛利',
            kind: 'readonly',
            width: 76,
            right: true,
            show: margin(({ profit }) => moneyText(profit)),
          },
          {
            name: 'marginRate',
            title: '毛利率',
            kind: 'readonly',
            width: 72,
            right: true,
            show: margin(({ rate }) => (rate === null ? '' : `${trimZeros(mul(rate, '100'))}%`)),
          },
        ] as const)
      : []),
    'discountRate',
    'netAmount',
    'taxRate',
    'tax',
    'untaxed',
    'spec',
    'oeNo',
    'fitment',
    'unitName',
    { name: 'executedQty', title: '已转' },
    'remark',
  ]
}

const itemText = (no: number | null): string => (no === null ? '' : `第${no}项`)
