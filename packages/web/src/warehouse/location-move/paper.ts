import { locationMove } from '@chepu/contract/warehouse/location-move'
import type { PrintKind } from '../../kit/print/print-kinds'
import { printLineColumns } from '../../kit/print/print-layouts'

const part = new Set(['#', 'partCode', 'partName', 'brandName', 'spec', 'unitName', 'qty'])

const paper: PrintKind = {
  document: locationMove,
  prints: [
    {
      title: '移位单',
      fields: [
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'warehouseName', title: '仓库' },
        { key: 'handlerName', title: '经手人' },
      ],
      columns: [
        ...printLineColumns.filter((column) => part.has(column.key)),
        { key: 'batchNo', title: '批次', share: 12, optional: true },
        { key: 'locationCode', title: '移出货位', share: 14 },
        { key: 'toLocationCode', title: '移入货位', share: 14 },
      ],
      money: false,
      signatures: ['制单', '移位'],
    },
  ],
}
export default paper
