import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import type { PrintKind } from '../../kit/print/print-kinds'

const paper: PrintKind = {
  document: transferRequest,
  prints: [
    {
      title: '调拨申请单',
      fields: [
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'orgName', title: '申请企业' },
        { key: 'warehouseName', title: '申请仓库' },
        { key: 'counterOrgName', title: '供货企业' },
        { key: 'toWarehouseName', title: '供货仓库' },
        { key: 'expectedOn', title: '期望到货日', kind: 'date' },
        { key: 'handlerName', title: '申请人' },
      ],
      money: false,
      signatures: ['制单', '申请人', '供货方'],
    },
  ],
}
export default paper
