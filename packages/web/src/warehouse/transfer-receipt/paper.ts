import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import type { PrintKind } from '../../kit/print/print-kinds'

const paper: PrintKind = {
  document: transferReceipt,
  prints: [
    {
      title: '调入单',
      fields: [
        { key: 'outcome', title: '去向' },
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'orgName', title: '企业' },
        { key: 'warehouseName', title: '仓库' },
        { key: 'counterOrgName', title: '对方企业' },
        { key: 'toWarehouseName', title: '对方仓库' },
        { key: 'handlerName', title: '收货人' },
      ],
      money: false,
      signatures: ['制单', '收货', '送货'],
    },
  ],
}
export default paper
