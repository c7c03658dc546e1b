import { picking } from '@chepu/contract/picking/picking'
import type { PrintKind } from '../../kit/print/print-kinds'
import { orderFields } from '../paper-fields'

const paper: PrintKind = {
  document: picking,
  prints: [{ title: '领料单', fields: orderFields('领料人'), money: false, signatures: ['制单', '发料', '领料'] }],
}
export default paper
