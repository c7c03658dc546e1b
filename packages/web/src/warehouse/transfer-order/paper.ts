import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintLayout } from '../../kit/print/document-sheet'

const fields: NonNullable<PrintLayout['fields']> = [
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'orgName', title: '调出企业' },
  { key: 'warehouseName', title: '调出仓库' },
  { key: 'counterOrgName', title: '调入企业' },
  { key: 'toWarehouseName', title: '调入仓库' },
  { key: 'handlerName', title: '经手人' },
]

/** 调拨单 without and with amounts. */
const paper: PrintKind = {
  document: transferOrder,
  prints: [
    { title: '调拨单', fields, money: false, signatures: ['制单', '发货', '运送', '收货'] },
    { title: '调拨单（含金额）', fields, signatures: ['制单', '审核', '发货', '收货'] },
  ],
}
export default paper
