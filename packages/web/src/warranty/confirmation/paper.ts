import { claimConfirmation, restBearers, type RestBearer } from '@chepu/contract/warranty/claim-confirmation'
import { dayText, text } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

/** 厂家确认单 on paper: what was claimed and agreed to, line by line. */
const paper = plainPaper(claimConfirmation, ({ header, field, tables: { verdicts = [] } }) => {
  const amount = header['confirmedAmount']
  return {
    fields: [
      field('partnerName', '厂家'),
      field('bizDate', '确认日', dayText(header['bizDate'])),
      field('claimNo', '索赔单'),
      field('manufacturerNo', '厂家单号'),
      field('handlerName', '经手人'),
    ],
    columns: [
      { key: '#', title: '序号', share: 6 },
      { key: 'billNo', title: '三包单', share: 20 },
      { key: 'name', title: '项目/配件', share: 22 },
      { key: 'claimedAmount', title: '申报', share: 12, kind: 'money' },
      { key: 'confirmedAmount', title: '确认', share: 12, kind: 'money' },
      { key: 'reason', title: '原因', share: 18 },
      { key: 'rest', title: '差额承担', share: 12 },
    ],
    lines: verdicts.map((line) => ({
      ...Object.fromEntries(
        ['billNo', 'name', 'claimedAmount', 'confirmedAmount', 'reason'].map((key) => [key, text(line[key])]),
      ),
      rest: line['claimedAmount'] === line['confirmedAmount'] ? '' : restBearers[line['rest'] as RestBearer],
    })),
    amountTitle: '确认额合计',
    amount: amount === undefined ? undefined : text(amount),
    signatures: [
      { title: '录入', value: text(header['creatorName']) },
      { title: '确认', value: text(header['approverName']) },
    ],
  }
})
export default paper
