import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { printLineColumns } from '../../kit/print/print-layouts'
import type { PrintKind } from '../../kit/print/print-kinds'

/** Gains or losses of a count on paper. */
export const resultPaper = (document: GoodsDef): PrintKind => ({
  document,
  prints: [
    {
      title: document.title,
      fields: [
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'warehouseName', title: '仓库' },
        { key: 'handlerName', title: '负责人' },
      ],
      columns: printLineColumns,
      money: false,
      signatures: ['制单', '审核', '仓库'],
    },
  ],
})
