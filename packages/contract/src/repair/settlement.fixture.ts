import type { SettlementInput, SettlementLine } from './settlement-lines'

/** A line of 100.00 labour that the customer pays, in a shop that bills no tax. */
export const plainLine: SettlementLine = {
  section: 'labour',
  payer: 'customer',
  payerPartnerId: null,
  departmentId: null,
  net: '100.00',
  taxRate: '0',
  packageValue: null,
  claimed: null,
  countsOutput: true,
  cost: '0.00',
  supplierId: null,
}

/** A settlement without anything beside its lines. */
export const plainInput: SettlementInput = {
  taxIncluded: true,
  customerId: 1,
  coupons: [],
  orderDiscount: '0.00',
  insurers: [],
  cardPrincipal: '0.00',
  cardGift: '0.00',
  advance: '0.00',
  money: '0.00',
}

/** The insurer of the worked order. */
const insurerId = 8

const insured = { payer: 'insurance', payerPartnerId: insurerId } as const

/** The worked settlement of business/repair-settlement 5: L1, L2, M1, L3, M2. */
export const workedLines = [
  { ...plainLine, lineNo: 1, name: '保养', net: '120.00', packageValue: '80.00' },
  { ...plainLine, lineNo: 2, name: '换制动片', net: '200.00' },
  { ...plainLine, lineNo: 3, name: '制动片', section: 'material' as const, net: '380.00', cost: '210.00' },
  { ...plainLine, ...insured, lineNo: 4, name: '钣金', net: '600.00' },
  { ...plainLine, ...insured, lineNo: 5, name: '保险杠', section: 'material' as const, net: '1500.00', cost: '900.00' },
]

/** What is typed beside its lines. */
export const workedInput: SettlementInput = {
  ...plainInput,
  coupons: [{ value: '50.00', threshold: '300.00' }],
  orderDiscount: '10.00',
  insurers: [{ partnerId: insurerId, deductible: '200.00', salvage: '100.00', paysDirectly: true }],
  cardPrincipal: '300.00',
  cardGift: '100.00',
  advance: '100.00',
  money: '200.00',
}
