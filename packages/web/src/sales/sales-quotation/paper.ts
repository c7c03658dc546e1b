import { gradeLabels } from '@chepu/contract/basics/part'
import { costPrints } from '@chepu/contract/kernel/print-template'
import { itemsOf } from '@chepu/contract/sales/quoted-items'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { goodsSheet, type MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import { customer } from '../paper-fields'

/** A line as the server shows it, as far as its item goes. */
interface Line {
  groupNo: number | null
  asked?: string
  isChosen?: boolean
}

/** The lines as the customer reads them: by what he asked for, which stands once, with what we recommend marked. */
export const offeredLines = (lines: readonly Line[]): object[] =>
  itemsOf(lines).flatMap((item, i) => {
    const asked = item.map((line) => line.asked).find(Boolean) ?? ''
    return item.map((line, at) => ({
      ...line,
      itemNo: at === 0 ? String(i + 1) : '',
      asked: at === 0 ? asked : '',
      recommended: line.isChosen ? '★推荐' : '',
    }))
  })

/** The paper of a quotation; what the goods cost us stands on none, whoever prints it. */
const quotationSheet: MakeSheet = (def, data, layout, organisation) => {
  const lines = offeredLines((data.lines ?? []) as readonly Line[])
  const columns = layout.columns?.filter(({ key }) => !costPrints.has(key))
  return goodsSheet(def, { ...data, lines }, { ...layout, ...(columns && { columns }) }, organisation)
}

const paper: PrintKind = {
  document: salesQuotation,
  sheet: quotationSheet,
  prints: [
    {
      title: '报价单',
      fields: [
        ...customer.filter(({ key }) => key !== 'warehouseName' && key !== 'address'),
        { key: 'vehicleText', title: '车型/VIN' },
        { key: 'validUntil', title: '有效期至', kind: 'date' },
      ],
      columns: [
        { key: 'itemNo', title: '项', share: 5 },
        { key: 'asked', title: '询价品名', share: 14, optional: true },
        { key: 'partName', title: '配件名称', share: 24 },
        { key: 'partCode', title: '配件编码', share: 15 },
        { key: 'grade', title: '品质', share: 10, labels: gradeLabels },
        { key: 'brandName', title: '品牌', share: 10, optional: true },
        { key: 'spec', title: '规格', share: 12, optional: true },
        { key: 'qty', title: '数量', kind: 'qty', share: 8 },
        { key: 'unitName', title: '单位', share: 7 },
        { key: 'discountRate', title: '折扣', kind: 'discount', share: 8, optional: true },
        { key: 'price', title: '单价', kind: 'price', share: 12 },
        { key: 'taxed', title: '金额', kind: 'money', share: 14 },
        { key: 'recommended', title: '推荐', share: 10 },
        { key: 'remark', title: '备注', share: 12, optional: true },
      ],
      signatures: ['制单', '审核', '客户'],
      foot: '★为推荐方案，合计按推荐方案计算；价格在有效期内有效。',
    },
  ],
}
export default paper
