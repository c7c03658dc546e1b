import { pickingReturn } from '@chepu/contract/picking/picking-return'
import type { PrintKind } from '../../kit/print/print-kinds'
import { orderFields } from '../paper-fields'

const paper: PrintKind = {
  document: pickingReturn,
  prints: [
    {
      title: '退料单',
      fields: [...orderFields('退料人'), { key: 'reason', title: '退料原因' }],
      money: false,
      signatures: ['制单', '收料', '退料'],
    },
  ],
}
export default paper
