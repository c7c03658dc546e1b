// 批量调价: a price as another one times a factor, with the tail that the trade likes.
import { z } from 'zod'
import { add, compare, type Decimal, div, isNegative, mul, round, sub, trimZeros, truncate } from '../kernel/decimal'
import { oneOf } from '../kernel/labelled'
import { signedAmount } from '../kernel/scalars'
import { markupBases, productPrices } from './product'

/** What a price may be worked out of. */
export const priceBases = { ...markupBases, costPrice: '成本价' } as const
export type PriceBase = keyof typeof priceBases
/** The last place that is left of a price. */
export const tailUnits = { fen: '分', jiao: '角', yuan: '元' } as const
const worth = { fen: '0.01', jiao: '0.1', yuan: '1' } as const satisfies Record<keyof typeof tailUnits, Decimal>
export const tailWays = { half: '四舍五入', up: '向上', down: '向下' } as const
/** The digit in the last place; `any` leaves it as it comes. */
export const tailDigits = { any: '不限', '0': '0', '5': '5', '6': '6', '8': '8', '9': '9' } as const

/** 公式: 基准 × 系数 ＋ 加价, then the tail (business/basics 4.4). */
export const priceFormula = z.object({
  price: oneOf(productPrices, '请选择要调整的价格').meta({ title: '调整' }),
  base: oneOf(priceBases, '请选择基准').meta({ title: '基准' }),
  factor: z
    .string('请填写系数')
    .trim()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, '系数整数最多3位，小数最多4位')
    .meta({ title: '系数' }),
  plus: signedAmount.default('0').meta({ title: '加价' }),
  unit: oneOf(tailUnits).default('jiao').meta({ title: '取整到' }),
  way: oneOf(tailWays).default('half').meta({ title: '取整方式' }),
  tail: oneOf(tailDigits).default('any').meta({ title: '尾数' }),
})
export type PriceFormula = z.output<typeof priceFormula>

/** The price that the formula makes of a base in yuan; null without a base, and where nothing above zero comes of it. */
export function priceByFormula(base: Decimal | null, formula: Omit<PriceFormula, 'price' | 'base'>): Decimal | null {
  if (base === null || compare(base, '0') <= 0) return null
  const price = tailed(add(mul(base, formula.factor), formula.plus), formula)
  return compare(price, '0') > 0 ? price : null
}

/**
 * The price with its tail: a whole number of the unit, and where a digit is asked for, the next one that ends with it. What would fall
 * below the first such price becomes that price.
 */
function tailed(price: Decimal, { unit, way, tail }: Pick<PriceFormula, 'unit' | 'way' | 'tail'>): Decimal {
  const units = div(price, worth[unit])
  if (tail === 'any') return trimZeros(mul(whole(units, way), worth[unit]))
  const tens = whole(div(sub(units, tail), '10'), way)
  return trimZeros(mul(add(mul(isNegative(tens) ? '0' : tens, '10'), tail), worth[unit]))
}

function whole(value: Decimal, way: PriceFormula['way']): Decimal {
  if (way === 'half') return round(value, 0)
  const cut = truncate(value, 0)
  return way === 'up' && compare(value, cut) > 0 ? add(cut, '1') : cut
}
