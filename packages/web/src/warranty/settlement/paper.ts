import { deductionKinds, settlementFigures, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { dayText, moneyText, text } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

/** 三包结算单 on paper: its bills with what was agreed to, then what is kept back. */
const paper = plainPaper(warrantySettlement, ({ header, field, tables: { bills = [], deductions = [] } }) => {
  const numbers = new Map(bills.map((bill) => [bill['billId'], text(bill['billNo'])]))
  const net = header['netAmount']
  const { confirmed, deducted } = settlementFigures(bills, deductions)
  return {
    fields: [
      field('partnerName', '厂家'),
      field('bizDate', '日期', dayText(header['bizDate'])),
      field('dueOn', '到期日', dayText(header['dueOn'])),
      field('handlerName', '经手人'),
      field('count', '单数', String(bills.length)),
      ...(net === undefined
        ? []
        : [
            field('confirmedAmount', '确认额', moneyText(confirmed)),
            field('deductedAmount', '扣款', moneyText(deducted)),
          ]),
    ],
    columns: [
      { key: '#', title: '序号', share: 6 },
      { key: 'billNo', title: '三包单', share: 22 },
      { key: 'what', title: '车牌/VIN・扣款', share: 22 },
      { key: 'note', title: '客户・原因', share: 26 },
      { key: 'claimedAmount', title: '申报额', share: 12, kind: 'money' },
      { key: 'amount', title: '金额', share: 12, kind: 'money' },
    ],
    lines: [
      ...bills.map((bill) => ({
        billNo: text(bill['billNo']),
        what: text(bill['plate']) || text(bill['vin']),
        note: text(bill['customerName']),
        claimedAmount: text(bill['claimedAmount']),
        amount: text(bill['confirmedAmount']),
      })),
      ...deductions.map((line) => ({
        billNo: numbers.get(line['billId']) ?? '',
        what: deductionKinds[line['deduction'] as keyof typeof deductionKinds],
        note: text(line['reason']),
        claimedAmount: '',
        amount: line['amount'] === undefined ? '' : `-${text(line['amount'])}`,
      })),
    ],
    amountTitle: '应收合计',
    amount: net === undefined ? undefined : text(net),
    signatures: [
      { title: '制单', value: text(header['creatorName']) },
      { title: '结算', value: text(header['approverName']) },
      { title: '厂家确认', value: '' },
    ],
  }
})
export default paper
