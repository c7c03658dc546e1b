import { collection, collectionPurposes } from '@chepu/contract/finance/collection'
import type { PrintKind } from '../../kit/print/print-kinds'
import { slipSheet } from '../slip/paper'

const paper: PrintKind = {
  document: collection,
  sheet: slipSheet(collectionPurposes, { paper: '收款收据', refund: '退款凭单', advance: '预收' }),
}
export default paper
