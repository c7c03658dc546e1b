/**
 * SQL of `priceInTaxMode` in the contract: a unit price in another tax mode, 4 decimals (ADR 0098). All are SQL expressions, `from` and `to`
 * boolean: true is with tax.
 */
export const priceInTaxModeSql = (price: string, taxRate: string, from: string, to: string): string =>
  `case when ${from} = ${to} then ${price} when ${to} then round(${price} * (1 + ${taxRate}), 4)
    else round(${price} / (1 + ${taxRate}), 4) end`
