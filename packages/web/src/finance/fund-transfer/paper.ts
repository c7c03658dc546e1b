import { fundTransfer, transferPurposes, type TransferPurpose } from '@chepu/contract/finance/fund-transfer'
import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { dayText, moneyText, text } from '../../kit/base/format'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'

/** 资金转账单 on paper: from where to where, amount in capitals. */
const sheet: MakeSheet = (def, { header }, _layout, organisation) => {
  const purpose = header['purpose'] as TransferPurpose
  const account = text(header['accountName'])
  const other = text(purpose === 'inside' ? header['counterAccountName'] : header['counterOrgName'])
  const [from, to] = purpose === 'from_sister' ? [other, account] : [account, other]
  const fee = text(header['fee']) || '0'
  return {
    organisation,
    title: def.title,
    number: text(header['billNo']),
    isRed: header['isRed'] === true,
    fields: [
      { key: 'bizDate', title: '日期', value: dayText(header['bizDate']) },
      { key: 'purpose', title: '类型', value: transferPurposes[purpose] },
      { key: 'tradeNo', title: '交易流水号', value: text(header['tradeNo']) },
    ],
    columns: [
      { key: 'from', title: '转出', share: 26 },
      { key: 'to', title: '转入', share: 26 },
      { key: 'total', title: '金额', kind: 'money', share: 20 },
      { key: 'remark', title: '备注', share: 28, optional: true },
    ],
    lines: [{ ...header, from, to }],
    amount: text(header['total']) as Decimal,
    extras: isZero(fee) ? [] : [{ title: '手续费', value: moneyText(fee) }],
    signatures: [
      { title: '制单', value: text(header['creatorName']) },
      { title: '审核', value: text(header['approverName']) },
      { title: '经手人', value: text(header['handlerName']) },
    ],
  }
}

const paper: PrintKind = { document: fundTransfer, sheet }
export default paper
