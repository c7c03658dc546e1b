import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import type { PrintKind } from '../../kit/print/print-kinds'
import { supplier } from '../paper-fields'

/** 采购订单 as it is sent to the supplier. */
const paper: PrintKind = {
  document: purchaseOrder,
  prints: [
    {
      title: '采购订单',
      fields: [
        ...supplier,
        { key: 'expectedOn', title: '预计到货日', kind: 'date' },
        { key: 'shipTo', title: '收货地址' },
      ],
      signatures: ['制单', '审核', '供应商确认'],
      foot: '请按订单编码、品牌、数量发货，缺货请提前告知；随货附本单复印件。',
    },
    {
      title: '询价单',
      fields: [...supplier, { key: 'expectedOn', title: '预计到货日', kind: 'date' }],
      money: false,
      signatures: ['制单', '供应商报价'],
    },
  ],
}
export default paper
