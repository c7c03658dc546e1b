import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import type { PrintKind } from '../../kit/print/print-kinds'
import { carriage, customer, givenFor } from '../paper-fields'

/** Papers of a delivery: 销售单 with prices for the customer, 发货单 without for who packs and carries. */
const paper: PrintKind = {
  document: salesDelivery,
  prints: [
    {
      title: '销售单',
      fields: [...customer, ...carriage, givenFor('三包换货')],
      foot: '货物请当面点清，质量问题请凭单退换。',
      settles: true,
    },
    {
      title: '发货单',
      fields: [...customer, ...carriage, givenFor('三包换货')],
      money: false,
      signatures: ['制单', '配货', '复核', '收货'],
    },
  ],
}
export default paper
