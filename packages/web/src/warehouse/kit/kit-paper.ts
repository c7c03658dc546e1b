import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { PrintKind } from '../../kit/print/print-kinds'
import { printLineColumns } from '../../kit/print/print-layouts'

const part = new Set(['partCode', 'partName', 'brandName', 'spec', 'unitName', 'qty'])

/** Kits and what they are put together of do not add up to anything. */
const sides = { key: 'isKit', labels: { true: '成品', false: '配件' } } as const

/** The paper by which kits are put together or taken apart: what goes into them, where it lies, and no money. */
export const kitPaper = (document: AnyDocument): PrintKind => ({
  document,
  prints: [
    {
      title: document.title,
      fields: [
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'warehouseName', title: '仓库' },
        { key: 'partnerName', title: document.partnerTitle },
        { key: 'handlerName', title: '经手人' },
      ],
      columns: [
        { key: '#', title: '序号', share: 6 },
        { key: sides.key, title: '类别', labels: sides.labels, share: 7 },
        ...printLineColumns.filter((column) => part.has(column.key)),
        { key: 'locationCode', title: '货位', share: 14 },
        { key: 'batchNo', title: '批次', share: 12, optional: true },
      ],
      sides,
      money: false,
      signatures: ['制单', '审核', '仓库'],
    },
  ],
})
