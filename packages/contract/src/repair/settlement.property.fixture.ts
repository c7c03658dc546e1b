import fc from 'fast-check'
import { plainInput, plainLine } from './settlement.fixture'
import type { SettlementInput, SettlementLine } from './settlement-lines'

/** Amounts from nothing to `most` fen, as text in yuan. */
export const yuan = (most: number) =>
  fc.integer({ min: 0, max: most }).map((fen) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`)

const payment = fc.constantFrom(
  { payer: 'customer' as const },
  { payer: 'customer' as const },
  { payer: 'insurance' as const, payerPartnerId: 8 },
  { payer: 'insurance' as const, payerPartnerId: 9 },
  { payer: 'warranty' as const, payerPartnerId: 5 },
  { payer: 'internal' as const, departmentId: 3 },
  { payer: 'internal' as const, payerPartnerId: 32 },
  { payer: 'rework' as const },
  { payer: 'gift' as const },
)

const anyLine = fc
  .record({
    paid: payment,
    section: fc.constantFrom('labour' as const, 'material' as const, 'extra' as const, 'outsourced' as const),
    net: fc.oneof(yuan(9), yuan(100_000)),
    taxRate: fc.constantFrom('0', '0.06', '0.13'),
    packageValue: fc.option(yuan(8000), { nil: null }),
    claimed: yuan(50_000),
    countsOutput: fc.boolean(),
    cost: yuan(30_000),
  })
  .map(({ paid, packageValue, claimed, ...line }): SettlementLine => {
    const { payer } = paid
    return {
      ...plainLine,
      ...line,
      ...paid,
      supplierId: line.section === 'outsourced' ? 2 : null,
      packageValue: payer === 'customer' ? packageValue : null,
      claimed: payer === 'warranty' ? claimed : null,
    }
  })

const aCase = (partnerId: number) =>
  fc.record({
    partnerId: fc.constant(partnerId),
    deductible: yuan(40_000),
    salvage: yuan(20_000),
    paysDirectly: fc.boolean(),
  })

/** Any lines of an order. */
export const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 8 })

/** Anything that may be typed beside the lines, whether they bear it or not. */
export const anyInput = fc
  .record({
    taxIncluded: fc.boolean(),
    coupons: fc.array(fc.record({ value: yuan(10_000), threshold: yuan(50_000) }), { maxLength: 2 }),
    orderDiscount: yuan(20_000),
    insurers: fc.tuple(aCase(8), aCase(9), aCase(8)).chain((cases) => fc.subarray(cases)),
    cardPrincipal: yuan(20_000),
    cardGift: yuan(20_000),
    advance: yuan(10_000),
    money: yuan(30_000),
  })
  .map((typed): SettlementInput => ({ ...plainInput, ...typed }))
