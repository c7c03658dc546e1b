import { type MoneyDirection, otherMoneyOf, otherMoneyPurposes } from '@chepu/contract/finance/other-money'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { isZero } from '@chepu/contract/kernel/decimal'
import type { MoneyTenderView } from '@chepu/contract/kernel/money-document'
import { dayText, moneyText, text } from '../../kit/base/format'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'

/** 其他收入单 or 其他支出单 on paper: what it is for, how it was paid, the amount in capitals. */
const sheetOf =
  (direction: MoneyDirection): MakeSheet =>
  (def, data, _layout, organisation) => {
    const { header, tenders } = data as unknown as { header: Record<string, unknown>; tenders: MoneyTenderView[] }
    const fee = text(header['fee']) || '0'
    return {
      organisation,
      title: def.title,
      number: text(header['billNo']),
      isRed: header['isRed'] === true,
      fields: [
        { key: 'bizDate', title: '日期', value: dayText(header['bizDate']) },
        { key: 'partnerName', title: def.partnerTitle, value: text(header['partnerName']) },
        { key: 'departmentName', title: '部门', value: text(header['departmentName']) },
        {
          key: 'tenders',
          title: '结算方式',
          value:
            header['purpose'] === 'owed'
              ? `${otherMoneyPurposes.owed} ${dayText(header['dueOn'] ?? header['bizDate'])}到期`
              : tenders.map(({ accountName, amount }) => `${accountName} ${moneyText(amount)}`).join('；'),
        },
      ],
      columns: [
        { key: 'categoryName', title: '类别', share: 24 },
        { key: 'remark', title: '摘要', share: 50 },
        { key: 'total', title: '金额', kind: 'money', share: 26 },
      ],
      lines: [header],
      amount: text(header['total']) as Decimal,
      extras: isZero(fee) ? [] : [{ title: '手续费', value: moneyText(fee) }],
      signatures: [
        { title: '制单', value: text(header['creatorName']) },
        { title: '审核', value: text(header['approverName']) },
        { title: '经手人', value: text(header['handlerName']) },
        { title: direction === 'in' ? '交款人' : '领款人', value: '' },
      ],
    }
  }

/** What puts one direction of other money on paper. */
export const paperOf = (direction: MoneyDirection): PrintKind => ({
  document: otherMoneyOf[direction],
  sheet: sheetOf(direction),
})
