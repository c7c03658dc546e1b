import { z } from 'zod'
import { noTax } from './goods-document'
import { amount } from './scalars'

/** The money of a line of which nothing is typed, whatever is sent: what its goods are worth follows from the pool alone. */
export const unpriced = {
  price: z
    .string()
    .default('0')
    .overwrite(() => '0')
    .meta({ title: '单价', description: '此单据不计价，始终为 0' }),
  netAmount: amount
    .nullable()
    .default(null)
    .overwrite(() => null)
    .meta({ title: '金额', description: '此单据不计价，始终为空' }),
  taxRate: noTax,
}
