import { type AdjustmentLineView, formerName, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { priceNames, productPrices } from '@chepu/contract/basics/product'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import { dayText, priceText, text } from '../../kit/base/format'

/** One price of a line on paper: what it was and what it is to be; '' where the line leaves it. */
const change = (line: AdjustmentLineView, name: (typeof priceNames)[number]): string =>
  line[name] == null ? '' : `${priceText(line[formerName(name)]) || '未定'}→${priceText(line[name])}`

/** 调价单 on paper: of each product the prices that change, before and after. */
const sheet: MakeSheet = (def, data, _layout, organisation) => {
  const { header, lines } = data as unknown as { header: Record<string, unknown>; lines: AdjustmentLineView[] }
  const day = header['effectiveOn']
  return {
    organisation,
    title: def.title,
    number: text(header['billNo']),
    mark: def.states[text(header['state'])]?.mark,
    fields: [
      { key: 'bizDate', title: '日期', value: dayText(header['bizDate']) },
      {
        key: 'effectiveOn',
        title: '生效时间',
        value: day ? `${text(day)} ${text(header['effectiveTime'])}` : '审核后立即',
      },
      { key: 'reason', title: '调价原因', value: text(header['reason']) },
    ],
    columns: [
      { key: '#', title: '序号', share: 5 },
      { key: 'partCode', title: '配件编码', share: 15 },
      { key: 'partName', title: '配件名称', share: 20 },
      { key: 'brandName', title: '品牌', share: 9, optional: true },
      { key: 'unitName', title: '单位', share: 5 },
      ...priceNames.map((name) => ({ key: name, title: productPrices[name], share: 17, optional: true })),
      { key: 'remark', title: '备注', share: 12, optional: true },
    ],
    lines: lines.map((line) => ({
      ...line,
      ...Object.fromEntries(priceNames.map((name) => [name, change(line, name)])),
    })),
    remark: text(header['remark']),
    signatures: [
      { title: '制单', value: text(header['creatorName']) },
      { title: '审核', value: text(header['approverName']) },
      { title: '经手人', value: text(header['handlerName']) },
    ],
  }
}

const paper: PrintKind = { document: priceAdjustment, sheet }
export default paper
