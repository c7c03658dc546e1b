import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import type { PrintKind } from '../../kit/print/print-kinds'
import { printLineColumns } from '../../kit/print/print-layouts'

const part = new Set(['#', 'partCode', 'partName', 'brandName', 'spec', 'unitName'])

const paper: PrintKind = {
  document: costAdjustment,
  prints: [
    {
      title: '成本调整单',
      fields: [
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'warehouseName', title: '仓库' },
        { key: 'handlerName', title: '经手人' },
        { key: 'remark', title: '调整原因' },
      ],
      columns: [
        ...printLineColumns.filter((column) => part.has(column.key)),
        { key: 'taxed', title: '调整金额', kind: 'money', share: 16 },
        { key: 'remark', title: '备注', share: 12, optional: true },
      ],
      signatures: ['制单', '审核', '财务'],
    },
  ],
}
export default paper
