import { stateLabel } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { dayText, text } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

/** 索赔单 on paper: its bills, one a row. */
const paper = plainPaper(warrantyClaim, ({ header, field, tables: { bills = [] } }) => {
  const amount = header['claimedAmount']
  return {
    fields: [
      field('partnerName', '厂家'),
      field('bizDate', '日期', dayText(header['bizDate'])),
      field('manufacturerNo', '厂家受理号'),
      field('handlerName', '经手人'),
      field('count', '单数', String(bills.length)),
    ],
    columns: [
      { key: '#', title: '序号', share: 6 },
      { key: 'billNo', title: '三包单', share: 22 },
      { key: 'car', title: '车牌/VIN', share: 22 },
      { key: 'customerName', title: '客户', share: 22 },
      { key: 'state', title: '状态', share: 12 },
      { key: 'amount', title: '申报额', share: 16, kind: 'money' },
    ],
    lines: bills.map((bill) => ({
      billNo: text(bill['billNo']),
      car: text(bill['plate']) || text(bill['vin']),
      customerName: text(bill['customerName']),
      state: stateLabel(warrantyBill, text(bill['billState'])),
      amount: text(bill['claimedAmount']),
    })),
    amountTitle: '申报额合计',
    amount: amount === undefined ? undefined : text(amount),
    signatures: [
      { title: '申报', value: text(header['handlerName']) || text(header['creatorName']) },
      { title: '厂家签收', value: '' },
    ],
  }
})
export default paper
