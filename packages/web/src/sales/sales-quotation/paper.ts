import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import type { PrintKind } from '../../kit/print/print-kinds'
import { customer } from '../paper-fields'

const paper: PrintKind = {
  document: salesQuotation,
  prints: [
    {
      title: '报价单',
      fields: [
        ...customer,
        { key: 'vehicleText', title: '询价车型/VIN' },
        { key: 'validUntil', title: '有效期至', kind: 'date' },
      ],
      signatures: ['制单', '审核', '客户'],
    },
  ],
}
export default paper
