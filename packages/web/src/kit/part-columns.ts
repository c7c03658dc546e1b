import type { Column } from './columns'

/** C-part of DOMAIN section 2: a part in lists and queries. */
export const partColumns: readonly Column[] = [
  { key: 'partCode', title: '配件编码', width: 116 },
  { key: 'partName', title: '配件名称', width: 172 },
  { key: 'oeNo', title: 'OE号', width: 112, sort: false },
  { key: 'brandName', title: '品牌', width: 64, sort: false },
  { key: 'spec', title: '规格', width: 92, sort: false },
  { key: 'fitment', title: '适用车型', width: 150, sort: false, hidden: true },
  { key: 'unitName', title: '单位', width: 48, sort: false },
]
