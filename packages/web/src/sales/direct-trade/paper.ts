import { directTrade } from '@chepu/contract/sales/direct-trade'
import type { PrintKind } from '../../kit/print/print-kinds'
import { customer } from '../paper-fields'

/** The paper of a direct trade is for the customer; nothing on it tells from whom the goods come. */
const paper: PrintKind = {
  document: directTrade,
  prints: [
    {
      title: '销售单',
      fields: [...customer],
      foot: '货物请当面点清，质量问题请凭单退换。',
      settles: true,
    },
  ],
}
export default paper
