import type { Column } from './columns'

/** C-part of DOMAIN section 2: a part in lists and queries. */
export const partColumns: readonly Column[] = [
  { key: 'partCode', title: '配件编码', width: 104, isKey: true },
  { key: 'partName', title: '配件名称', width: 150, isKey: true },
  { key: 'oeNo', title: 'OE号', width: 100, sort: false },
  { key: 'brandName', title: '品牌', width: 64, sort: false },
  { key: 'spec', title: '规格', width: 76, sort: false },
  { key: 'fitment', title: '适用车型', width: 120, sort: false, hidden: true },
  { key: 'unitName', title: '单位', width: 42, sort: false },
]
