import { monthAfter, monthText } from '@chepu/contract/kernel/calendar'
import { add, type Decimal, isNegative, isZero, money, mul, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { TaxFigure, TaxRow } from '@chepu/contract/finance/tax-register'
import type { Months } from './entries'
import type { KnownTaxpayer } from './taxpayers'

/** The sum of the entries of one figure at one rate in a month, yuan. */
export interface TaxSum {
  taxpayer: string
  month: number
  figure: TaxFigure
  rate: Decimal | null
  rateName: string
  untaxed: Decimal
  tax: Decimal
}

/** 上期留抵 of a month as it was declared, yuan. */
export interface TaxCredit {
  companyId: number
  month: number
  credit: Decimal
}

type Figures = Pick<
  TaxRow,
  'issuedUntaxed' | 'issuedTax' | 'uninvoicedUntaxed' | 'uninvoicedTax' | 'inputUntaxed' | 'inputTax'
>

/** Classes that are not taxed stand on a row of their own and are no sales. */
const notTaxed = '不征税'

/**
 * The register of one taxpayer (business/tax 1): a row a rate, and the sum of each month with what was carried in, what is due and what is carried
 * on. Months before those asked for are reckoned along, since their credit is carried on; the latest month comes first.
 */
export function registerOf(
  taxpayer: KnownTaxpayer,
  sums: readonly TaxSum[],
  credits: readonly TaxCredit[],
  { first, last }: Months,
): TaxRow[] {
  const own = sums.filter((each) => each.taxpayer === taxpayer.key)
  const months: TaxRow[][] = []
  let carried: Decimal = '0.00'
  const begin = Math.min(first, taxpayer.startMonth, ...own.map(({ month }) => month))
  for (let month = begin; month <= last; month = monthAfter(month)) {
    const set = credits.find((each) => each.companyId === taxpayer.companyId && each.month === month)
    const carriedIn = set ? money(set.credit) : carried
    const ofMonth = own.filter((each) => each.month === month)
    const rest = sub(dueOf(taxpayer, ofMonth), carriedIn)
    carried = isNegative(rest) ? money(neg(rest)) : '0.00'
    if (month < first || (ofMonth.length === 0 && isZero(carriedIn))) continue
    const payable = isNegative(rest) ? '0.00' : money(rest)
    const closing = taxpayer.isWhole
      ? { carriedIn, payable, carriedOut: carried }
      : { carriedIn: null, payable: null, carriedOut: null }
    months.push([...ratesOf(taxpayer, month, ofMonth), sumRow(taxpayer, month, ofMonth, closing)])
  }
  return months.toReversed().flat()
}

/** What a month owes before what is carried over, yuan; negative where more is deducted than due (business/tax 1). */
export function dueOf({ kind }: Pick<KnownTaxpayer, 'kind'>, sums: readonly TaxSum[]): Decimal {
  if (kind === 'general') {
    const { issuedTax, uninvoicedTax, inputTax } = figuresOf(sums)
    return sub(add(issuedTax, uninvoicedTax), sub(inputTax, transferredOf(sums)))
  }
  // What a small-scale taxpayer owes follows from his sales at each rate.
  return sumOf(rateNames(sums), (rateName) => {
    const ofRate = sums.filter((each) => each.rateName === rateName)
    return money(
      mul(
        sumOf(ofRate, ({ untaxed }) => untaxed),
        ofRate[0]?.rate ?? '0',
      ),
    )
  })
}

const ofFigure = (sums: readonly TaxSum[], figure: TaxFigure, what: 'untaxed' | 'tax') =>
  money(
    sumOf(
      sums.filter((each) => each.figure === figure),
      (each) => each[what],
    ),
  )

const transferredOf = (sums: readonly TaxSum[]) => ofFigure(sums, 'transferred', 'tax')

const figuresOf = (sums: readonly TaxSum[]): Figures => ({
  issuedUntaxed: ofFigure(sums, 'issued', 'untaxed'),
  issuedTax: ofFigure(sums, 'issued', 'tax'),
  uninvoicedUntaxed: ofFigure(sums, 'uninvoiced', 'untaxed'),
  uninvoicedTax: ofFigure(sums, 'uninvoiced', 'tax'),
  inputUntaxed: ofFigure(sums, 'input', 'untaxed'),
  inputTax: ofFigure(sums, 'input', 'tax'),
})

/** Rates of a month, the highest first; what is transferred out has none. */
const rateNames = (sums: readonly TaxSum[]): string[] => [
  ...new Set(
    sums
      .filter(({ figure }) => figure !== 'transferred')
      .toSorted((a, b) => (b.rate ?? '-1').localeCompare(a.rate ?? '-1', 'en', { numeric: true }))
      .map(({ rateName }) => rateName),
  ),
]

const headOf = ({ key, name, isWhole }: KnownTaxpayer, month: number, rateName: string) => ({
  key: `${key}:${month}:${rateName}`,
  taxpayer: key,
  monthNo: month,
  month: monthText(month),
  taxpayerName: isWhole ? name : `部分门店：${name}`,
  rateName,
})

const ratesOf = (taxpayer: KnownTaxpayer, month: number, sums: readonly TaxSum[]): TaxRow[] =>
  rateNames(sums).map((rateName) => ({
    ...headOf(taxpayer, month, rateName),
    ...figuresOf(sums.filter((each) => each.rateName === rateName)),
    isSum: false,
    transferredTax: null,
    carriedIn: null,
    payable: null,
    carriedOut: null,
  }))

const sumRow = (
  taxpayer: KnownTaxpayer,
  month: number,
  sums: readonly TaxSum[],
  closing: Pick<TaxRow, 'carriedIn' | 'payable' | 'carriedOut'>,
): TaxRow => ({
  ...headOf(taxpayer, month, '合计'),
  ...figuresOf(sums.filter(({ rateName }) => rateName !== notTaxed)),
  isSum: true,
  transferredTax: transferredOf(sums),
  ...closing,
})
