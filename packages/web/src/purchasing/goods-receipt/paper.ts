import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { PrintKind } from '../../kit/print/print-kinds'
import { placingLayout } from '../../kit/print/print-layouts'
import { carriage, supplier } from '../paper-fields'

/** 采购入库单 with amounts, and 上架单 for who puts the goods away. */
const paper: PrintKind = {
  document: goodsReceipt,
  prints: [
    { title: '采购入库单', fields: [...supplier, ...carriage], signatures: ['制单', '审核', '验收', '仓库'] },
    placingLayout('供应商'),
  ],
}
export default paper
