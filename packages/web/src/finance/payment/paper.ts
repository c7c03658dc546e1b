import { payment, paymentPurposes } from '@chepu/contract/finance/payment'
import type { PrintKind } from '../../kit/print/print-kinds'
import { slipSheet } from '../slip/paper'

const paper: PrintKind = {
  document: payment,
  sheet: slipSheet(paymentPurposes, { paper: '付款凭单', refund: '收款收据', advance: '预付' }),
}
export default paper
