import { otherIn } from '@chepu/contract/warehouse/other-in'
import type { PrintKind } from '../../kit/print/print-kinds'
import { placingLayout } from '../../kit/print/print-layouts'
import { fieldsOf } from '../paper-fields'

const paper: PrintKind = {
  document: otherIn,
  prints: [
    { title: '其他入库单', fields: fieldsOf('入库原因'), signatures: ['制单', '审核', '验收'] },
    placingLayout('往来单位'),
  ],
}
export default paper
