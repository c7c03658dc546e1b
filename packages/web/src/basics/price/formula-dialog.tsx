import {
  priceBases,
  priceByFormula,
  type PriceBase,
  type PriceFormula,
  priceFormula,
  tailDigits,
  tailUnits,
  tailWays,
} from '@chepu/contract/basics/price-formula'
import { marginRate, type Prices } from '@chepu/contract/basics/price-rules'
import { type ProductPrice, productPriceFields, productPrices } from '@chepu/contract/basics/product'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import { numberText } from '@chepu/contract/kernel/typed'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { percentText, priceText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import './price.css'

/** A product whose price shall be worked out: what it is sold at and costs. */
export interface FormulaRow {
  id: number
  partCode: string
  partName: string
  prices: Prices
  lastPurchasePrice: string | null
  /** As a price of the kept tax mode. */
  costPrice: string | null
  /** What the goods cost, without tax. */
  cost: string | null
  taxRate: string
}

interface FormulaResult {
  name: ProductPrice
  /** New prices by the id of their row; those without a base are not in it. */
  prices: ReadonlyMap<number, string>
}

type Typed = Record<keyof PriceFormula, string>
const first: Typed = {
  price: 'retailPrice',
  base: 'lastPurchasePrice',
  factor: '1.3',
  plus: '0',
  unit: 'jiao',
  way: 'half',
  tail: 'any',
}
/** Rows of the preview; the rest is counted. */
const shownRows = 200

/** 按公式调价: 基准 × 系数 ＋ 加价 with its tail, and what comes of it before anything is changed. */
export function FormulaDialog({ input, onDone }: DialogProps<readonly FormulaRow[], FormulaResult>) {
  const { sees } = useSession()
  const [typed, setTyped] = useState<Typed>(() =>
    sees('purchase_price') ? first : { ...first, base: 'retailPrice', factor: '1' },
  )
  const parsed = priceFormula.safeParse({ ...typed, plus: numberText(typed.plus) || '0' })
  const formula = parsed.data
  const results = formula ? worked(input, formula) : []
  const prices = new Map(results.flatMap(({ row, price }) => (price === null ? [] : [[row.id, price] as const])))
  const set = (name: keyof Typed) => (value: string) => setTyped((old) => ({ ...old, [name]: value }))
  const missing = input.length - prices.size
  return (
    <PageModal
      open
      title={`按公式调价：${input.length}个商品`}
      width="min(920px, 97vw)"
      okText={`填入${prices.size}个价格`}
      okButtonProps={{ disabled: prices.size === 0 }}
      onOk={() => formula && onDone({ name: formula.price, prices })}
      onCancel={() => onDone()}
    >
      <div className="price-formula">
        <Choice title="调整" value={typed.price} options={seen(productPrices, sees)} onChange={set('price')} />
        <span>＝</span>
        <Choice title="基准" value={typed.base} options={seen(priceBases, sees)} onChange={set('base')} />
        <span>×</span>
        <Figure title="系数" value={typed.factor} onChange={set('factor')} />
        <span>＋</span>
        <Figure title="加价" value={typed.plus} onChange={set('plus')} />
        <Choice title="取整到" value={typed.unit} options={tailUnits} onChange={set('unit')} />
        <Choice title="取整方式" value={typed.way} options={tailWays} onChange={set('way')} />
        <Choice title="尾数" value={typed.tail} options={tailDigits} onChange={set('tail')} />
      </div>
      {parsed.error && (
        <p className="de-error" role="alert">
          {parsed.error.issues[0]?.message}
        </p>
      )}
      {missing > 0 && formula && (
        <p className="picker-hint">
          {missing}个商品没有{priceBases[formula.base]}，不调整。
        </p>
      )}
      {formula && <Preview formula={formula} results={results} />}
    </PageModal>
  )
}

interface Result {
  row: FormulaRow
  price: string | null
}

const worked = (rows: readonly FormulaRow[], formula: PriceFormula): Result[] =>
  rows.map((row) => ({ row, price: priceByFormula(baseOf(row, formula.base), formula) }))

const baseOf = (row: FormulaRow, base: PriceBase): string | null =>
  base === 'costPrice' || base === 'lastPurchasePrice' ? row[base] : row.prices[base]

/** What the formula does to each price, and to the margin for who may see it. */
function Preview({ formula, results }: { formula: PriceFormula; results: readonly Result[] }) {
  const { sees, org } = useSession()
  const showsMargin = sees('gross_profit') && results.some(({ row }) => row.cost !== null)
  const marginOf = (row: FormulaRow, price: string | null) =>
    percentText(marginRate(price, row.cost, { taxRate: row.taxRate, taxIncluded: org.priceTaxIncluded }))
  return (
    <div className="price-preview">
      <table aria-label="调价预览">
        <thead>
          <tr>
            <th>配件编码</th>
            <th>配件名称</th>
            <th className="right">{priceBases[formula.base]}</th>
            <th className="right">原{productPrices[formula.price]}</th>
            <th className="right">新{productPrices[formula.price]}</th>
            {showsMargin && <th className="right">原毛利率</th>}
            {showsMargin && <th className="right">新毛利率</th>}
          </tr>
        </thead>
        <tbody>
          {results.slice(0, shownRows).map(({ row, price }) => (
            <tr key={row.id}>
              <td>{row.partCode}</td>
              <td>{row.partName}</td>
              <td className="right">{priceText(baseOf(row, formula.base))}</td>
              <td className="right">{priceText(row.prices[formula.price])}</td>
              <td className="right">
                <b>{price === null ? '不调整' : priceText(price)}</b>
              </td>
              {showsMargin && <td className="right">{marginOf(row, row.prices[formula.price])}</td>}
              {showsMargin && <td className="right">{marginOf(row, price)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {results.length > shownRows && (
        <p className="picker-hint">其余{results.length - shownRows}个商品未列出，同样按公式调整。</p>
      )}
    </div>
  )
}

function Choice(props: {
  title: string
  value: string
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}) {
  return (
    <label>
      {props.title}
      <Select
        size="small"
        aria-label={props.title}
        value={props.value}
        options={Object.entries(props.options).map(([value, label]) => ({ value, label }))}
        onChange={props.onChange}
      />
    </label>
  )
}

function Figure(props: { title: string; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      {props.title}
      <Input
        size="small"
        inputMode="decimal"
        aria-label={props.title}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  )
}

const baseFields: Readonly<Record<string, FieldKey>> = {
  ...productPriceFields,
  lastPurchasePrice: 'purchase_price',
  costPrice: 'cost_price',
}

/** The prices that the user may see. */
const seen = (prices: Readonly<Record<string, string>>, sees: (field: FieldKey) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(prices).filter(([name]) => {
      const field = baseFields[name]
      return field === undefined || sees(field)
    }),
  )
