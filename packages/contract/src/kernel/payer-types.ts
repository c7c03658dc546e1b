import { z } from 'zod'

/** Who bears a line of a repair (business/ledgers 5.1). */
export const payerTypes = {
  customer: '自费',
  insurance: '保险',
  warranty: '三包',
  internal: '内部',
  rework: '返工',
  gift: '赠送',
} as const
export type PayerType = keyof typeof payerTypes

/** Those that owe something for it. */
export const owingTypes = ['customer', 'insurance', 'warranty'] as const satisfies readonly PayerType[]

/** As whom a partner owes something, as answers tell it; null in trade. */
export const owingType = z.enum(owingTypes).nullable()
