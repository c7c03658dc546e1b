import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import type { Trade } from '../pickers/traded'

const of =
  (document: Trade['document']) =>
  (name: string): Trade => ({
    name,
    document,
    role: 'customer',
    salesperson: '业务员',
  })

/** What the queries of sales, and of what came back, are about, by screen. */
export const sales = of(salesDelivery)
export const salesReturns = of(salesReturn)
