import { writeOff, writeOffPurposes, type WriteOffPurpose } from '@chepu/contract/finance/write-off'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { MoneyItemView } from '@chepu/contract/kernel/money-document'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import { sourceTitle } from '../slip/source-title'
import { dayText, text } from '../../kit/base/format'

/** 往来核销单 on paper: what was settled on either side. */
const sheet: MakeSheet = (def, data, _layout, organisation) => {
  const { header, items } = data as unknown as { header: Record<string, unknown>; items: MoneyItemView[] }
  return {
    organisation,
    title: def.title,
    number: text(header['billNo']),
    isRed: header['isRed'] === true,
    fields: [
      { key: 'partnerName', title: def.partnerTitle, value: text(header['partnerName']) },
      { key: 'bizDate', title: '日期', value: dayText(header['bizDate']) },
      { key: 'purpose', title: '核销类型', value: writeOffPurposes[header['purpose'] as WriteOffPurpose] ?? '' },
      { key: 'payerName', title: '转入单位', value: text(header['payerName']) },
    ],
    columns: [
      { key: '#', title: '序号', share: 6 },
      { key: 'side', title: '账目', share: 9, labels: { AR: '应收', AP: '应付' } },
      { key: 'kind', title: '单据', share: 16 },
      { key: 'billNo', title: '单号', share: 22 },
      { key: 'bizDate', title: '日期', kind: 'date', share: 13 },
      { key: 'amount', title: '核销金额', kind: 'money', share: 16, total: false },
      { key: 'remark', title: '备注', share: 18, optional: true },
    ],
    lines: items.map((item) => ({ ...item, kind: sourceTitle(item) })),
    amount: text(header['total']) as Decimal,
    remark: text(header['remark']),
    signatures: [
      { title: '制单', value: text(header['creatorName']) },
      { title: '审核', value: text(header['approverName']) },
      { title: '经手人', value: text(header['handlerName']) },
    ],
  }
}

const paper: PrintKind = { document: writeOff, sheet }
export default paper
