import { salesOrder } from '@chepu/contract/sales/sales-order'
import type { PrintKind } from '../../kit/print/print-kinds'
import { customer } from '../paper-fields'

const paper: PrintKind = {
  document: salesOrder,
  prints: [
    {
      title: '销售订单',
      fields: [
        ...customer,
        { key: 'deliveryOn', title: '交货日期', kind: 'date' },
        { key: 'deposit', title: '订金', kind: 'money' },
      ],
      signatures: ['制单', '审核', '客户'],
    },
  ],
}
export default paper
