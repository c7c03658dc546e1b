import type { QueryColumns } from './query'

/** A part in lists, queries and their sheets (business/lists 1.4). */
export const partQueryColumns = {
  partCode: { title: '配件编码', width: 104, isKey: true, chars: 18 },
  partName: { title: '配件名称', width: 150, isKey: true, chars: 24 },
  oeNo: { title: 'OE号', width: 100, sort: false, nullable: true, chars: 18 },
  brandName: { title: '品牌', width: 64, sort: false, nullable: true },
  spec: { title: '规格', width: 76, sort: false, nullable: true },
  fitment: { title: '适用车型', width: 120, sort: false, hidden: true, nullable: true, chars: 24 },
  unitName: { title: '单位', width: 42, sort: false, chars: 8 },
} as const satisfies QueryColumns
