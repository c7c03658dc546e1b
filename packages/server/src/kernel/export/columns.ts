import type { ExportColumn } from './registry'

// Widths are in characters of the default font; a Chinese character takes two.

export const text = (key: string, title: string, width = 14): ExportColumn => ({ key, title, kind: 'text', width })

export const number = (key: string, title: string, width = 12): ExportColumn => ({ key, title, kind: 'number', width })

/** Sums of an account, which have more digits than the figures of a part. */
export const money = (key: string, title: string): ExportColumn => number(key, title, 14)

export const quantity = (key: string, title: string): ExportColumn => ({ key, title, kind: 'quantity', width: 12 })

export const date = (key: string, title: string): ExportColumn => ({ key, title, kind: 'date', width: 12 })

/** What a row about a part says of it. */
export const partColumns: readonly ExportColumn[] = [
  text('partCode', '配件编码', 18),
  text('partName', '配件名称', 24),
  text('oeNo', 'OE号', 18),
  text('brandName', '品牌'),
  text('spec', '规格'),
  text('fitment', '适用车型', 24),
  text('unitName', '单位', 8),
]
