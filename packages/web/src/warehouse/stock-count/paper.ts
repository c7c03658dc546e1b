import { countScopes, stockCount } from '@chepu/contract/warehouse/stock-count'
import type { MakeSheet, PrintLayout } from '../../kit/print/document-sheet'
import { stateMark } from '../../kit/print/document-sheet'
import { dayText, text, timeText } from '../../kit/base/format'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintColumn } from '../../kit/print/print-template'

const place: readonly PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'locationCode', title: '货位', share: 13 },
  { key: 'partCode', title: '配件编码', share: 18 },
  { key: 'partName', title: '配件名称', share: 24 },
  { key: 'brandName', title: '品牌', share: 10, optional: true },
  { key: 'spec', title: '规格', share: 12, optional: true },
  { key: 'batchNo', title: '批次', share: 11, optional: true },
  { key: 'unitName', title: '单位', share: 6 },
]

/** To be written on, in the order of walking; what the books say is not on it. */
const blank: PrintLayout = {
  title: '盘点表',
  columns: [...place, { key: 'tick', title: '实盘数', share: 12 }, { key: 'note', title: '备注', share: 12 }],
  signatures: ['盘点人', '复核人'],
}

const result: PrintLayout = {
  title: '盘点结果',
  columns: [
    ...place,
    { key: 'bookQty', title: '账面数', kind: 'qty', share: 10 },
    { key: 'countedQty', title: '实盘数', kind: 'qty', share: 10 },
    { key: 'diffQty', title: '差异', kind: 'qty', share: 10 },
    { key: 'diffValue', title: '差异额', kind: 'money', share: 12 },
    { key: 'counterName', title: '盘点人', share: 10 },
  ],
  signatures: ['制单', '审核', '仓库'],
}

/** 盘点单 on paper: a list to write on, and what was found. A figure that whoever prints may not see has no column. */
const sheet: MakeSheet = (def, { header, lines = [] }, layout, organisation) => {
  const known: Record<string, string> = { 制单: text(header['creatorName']), 审核: text(header['approverName']) }
  const figures = new Set(['bookQty', 'diffQty', 'diffValue'])
  const isShown = ({ key }: PrintColumn) => !figures.has(key) || lines.some((line) => key in line)
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    mark: stateMark(def, header),
    isRed: header['isRed'] === true,
    fields: [
      { key: 'warehouseName', title: '仓库', value: text(header['warehouseName']) },
      {
        key: 'scope',
        title: '范围',
        value: [countScopes[header['scope'] as keyof typeof countScopes], header['scopeName']]
          .filter(Boolean)
          .join(' '),
      },
      { key: 'bizDate', title: '日期', value: dayText(header['bizDate']) },
      { key: 'snapshotAt', title: '快照时间', value: timeText(header['snapshotAt']) },
      { key: 'handlerName', title: '负责人', value: text(header['handlerName']) },
    ],
    columns: (layout.columns ?? []).filter(isShown),
    lines,
    remark: text(header['remark']),
    signatures: (layout.signatures ?? []).map((title) => ({ title, value: known[title] ?? '' })),
  }
}

const paper: PrintKind = { document: stockCount, prints: [blank, result], sheet }
export default paper
