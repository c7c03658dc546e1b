import {
  add,
  compare,
  type Decimal,
  equals,
  isNegative,
  isPositive,
  isZero,
  neg,
  sub,
  sumOf,
  withCommas,
} from '../kernel/decimal'
import { payerRules } from './payer'
import type { settlementFigures } from './settlement-figures'
import {
  assessedOf,
  discountableOf,
  lineFigures,
  type SettledCoupon,
  type SettlementInput,
  type SettlementLine,
} from './settlement-lines'

type NamedLine = SettlementLine & { lineNo: number; name: string }

/** What is wrong with a field, by its path. */
interface Problem {
  path: string
  message: string
}

/**
 * What of a settlement cannot be (business/repair-settlement 2 and 3), in words for who types it; none when it may be posted. Not looked at are
 * rights, cards, credit and the states of documents. `figures` are those of `settlementFigures`.
 */
export function settlementProblems(lines: readonly NamedLine[], input: SettlementInput, figures: Figures): Problem[] {
  return [
    ...lines.flatMap((line, i) => lineProblems(line, i)),
    ...customerProblems(lines, input, figures),
    ...insurerProblems(lines, input),
    ...tenderProblems(input, figures),
  ]
}

function lineProblems(line: NamedLine, i: number): Problem[] {
  const at = (field: string, message: string) => ({
    path: `lines.${i}.${field}`,
    message: `第${line.lineNo}行 [${line.name}] ${message}`,
  })
  const { unnamed } = payerRules[line.payer]
  return [
    ...(unnamed && line.payerPartnerId === null ? [at('payerPartnerId', unnamed)] : []),
    ...(line.packageValue !== null && line.payer !== 'customer'
      ? [at('payer', '套餐只能抵扣自费项目，请改为自费或取消套餐抵扣')]
      : []),
    ...(line.payer === 'warranty' && line.claimed === null ? [at('claimed', '请填写三包申报金额')] : []),
    ...(line.payer === 'rework' && !isZero(line.net) ? [at('net', '返工项目不收费，金额应为0')] : []),
  ]
}

const yuan = (amount: Decimal) => `${withCommas(amount)}元`

type Figures = ReturnType<typeof settlementFigures>

const scopeWords = { all: '', labour: '工时', part: '材料' } as const

function customerProblems(lines: readonly SettlementLine[], input: SettlementInput, { coupon }: Figures): Problem[] {
  const due = discountableOf(lines, input)
  const most = sub(due, coupon)
  return [
    ...input.coupons.flatMap((used, i) => {
      const message = couponProblem(lines, input, used, coupon)
      return message === undefined ? [] : [{ path: `coupons.${i}`, message }]
    }),
    ...(compare(input.orderDiscount, most) > 0
      ? [{ path: 'orderDiscount', message: `整单优惠${yuan(input.orderDiscount)}，最多可优惠${yuan(most)}` }]
      : []),
  ]
}

/** A coupon takes something off, or its holder keeps it for another time. */
function couponProblem(
  lines: readonly SettlementLine[],
  input: SettlementInput,
  used: SettledCoupon,
  taken: Decimal,
): string | undefined {
  const { threshold, scope = 'all' } = used
  const within = discountableOf(lines, input, scope)
  if (compare(within, threshold) < 0)
    return `代金券满${yuan(threshold)}可用，套餐抵扣后的自费${scopeWords[scope]}金额只有${yuan(within)}`
  const others = { ...input, coupons: input.coupons.filter((each) => each !== used) }
  const without = sumOf(lineFigures(lines, others), ({ couponShare }) => couponShare)
  return equals(without, taken) ? '代金券在本单没有可抵的金额，请不要使用这张券' : undefined
}

function insurerProblems(lines: readonly SettlementLine[], input: SettlementInput): Problem[] {
  return input.insurers.flatMap(({ partnerId }, i) => {
    const assessed = assessedOf(lines, input, partnerId)
    const cases = input.insurers.filter((each) => each.partnerId === partnerId)
    const off = sumOf(cases, (each) => add(each.salvage, each.paysDirectly ? each.deductible : '0'))
    if (compare(off, assessed) <= 0) return []
    const message = isZero(assessed)
      ? '没有这家保险公司付费的项目，不能填免赔额和残值'
      : `免赔额与残值共${yuan(off)}，超过定损金额${yuan(assessed)}`
    return [{ path: `insurers.${i}`, message }]
  })
}

function tenderProblems(input: SettlementInput, { customerDue, deductible, onCredit }: Figures): Problem[] {
  const own = sub(customerDue, deductible)
  const isGiftTooMuch = isPositive(input.cardGift) && compare(input.cardGift, own) > 0
  return [
    ...(isGiftTooMuch
      ? [
          {
            path: 'cardGift',
            message: `赠金只能抵扣自费项目，不能抵扣免赔额，最多${yuan(own)}`,
          },
        ]
      : []),
    ...(isNegative(onCredit)
      ? [{ path: 'tenders', message: `收款超过客户应付${yuan(customerDue)}，多收${yuan(neg(onCredit))}` }]
      : []),
  ]
}
