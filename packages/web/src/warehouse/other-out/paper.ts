import { otherOut } from '@chepu/contract/warehouse/other-out'
import type { PrintKind } from '../../kit/print/print-kinds'
import { fieldsOf } from '../paper-fields'

const paper: PrintKind = {
  document: otherOut,
  prints: [{ title: '其他出库单', fields: fieldsOf('出库原因'), money: false, signatures: ['制单', '审核', '领用'] }],
}
export default paper
