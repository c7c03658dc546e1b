import { adjustmentPurposes, adjustmentSides, balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import { dayText, text } from '../../kit/base/format'

/** 往来调整单 on paper: account, amount, due day and reason in one line. */
const sheet: MakeSheet = (def, { header }, _layout, organisation) => ({
  organisation,
  title: def.title,
  number: text(header['billNo']),
  isRed: header['isRed'] === true,
  fields: [
    { key: 'partnerName', title: def.partnerTitle, value: text(header['partnerName']) },
    { key: 'bizDate', title: '日期', value: dayText(header['bizDate']) },
  ],
  columns: [
    { key: 'purpose', title: '类型', share: 14, labels: adjustmentPurposes },
    { key: 'side', title: '账目', share: 14, labels: adjustmentSides },
    { key: 'total', title: '金额', kind: 'money', share: 20 },
    { key: 'dueOn', title: '到期日', kind: 'date', share: 16, optional: true },
    { key: 'remark', title: '原因', share: 40 },
  ],
  lines: [header],
  amount: text(header['total']) as Decimal,
  signatures: [
    { title: '制单', value: text(header['creatorName']) },
    { title: '审核', value: text(header['approverName']) },
  ],
})

const paper: PrintKind = { document: balanceAdjustment, sheet }
export default paper
