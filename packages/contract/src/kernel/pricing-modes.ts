/** How an item of service is priced (business/repair-masters 1.7). */
export const pricingModes = { hours: '按工时', fixed: '一口价' } as const
export type PricingMode = keyof typeof pricingModes
