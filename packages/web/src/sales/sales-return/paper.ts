import { salesReturn } from '@chepu/contract/sales/sales-return'
import type { PrintKind } from '../../kit/print/print-kinds'
import { customer, givenFor } from '../paper-fields'

const paper: PrintKind = {
  document: salesReturn,
  prints: [
    {
      title: '销售退货单',
      fields: [...customer, { key: 'reason', title: '退货原因' }, givenFor('三包退货')],
      signatures: ['制单', '审核', '验收', '客户'],
    },
  ],
}
export default paper
