import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { PrintKind } from '../../kit/print/print-kinds'
import { carriage, supplier } from '../paper-fields'

const paper: PrintKind = {
  document: purchaseReturn,
  prints: [
    {
      title: '采购退货单',
      fields: [...supplier, { key: 'reason', title: '退货原因' }, ...carriage],
      signatures: ['制单', '审核', '仓库', '供应商签收'],
    },
  ],
}
export default paper
