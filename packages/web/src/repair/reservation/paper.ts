import { reservation } from '@chepu/contract/repair/reservation'
import { minuteText, text } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

/** 预约单: when the car is expected, and what is planned. */
const paper = plainPaper(reservation, ({ header, field, tables: { labour = [], materials = [] } }) => {
  return {
    fields: [
      field('expectedAt', '预约到店', minuteText(header['expectedAt'])),
      field('plate', '车牌'),
      field('modelText', '车型'),
      field('partnerName', '客户'),
      field('contactName', '联系人'),
      field('contactMobile', '联系电话'),
      field('bayName', '工位'),
      field('salespersonName', '服务顾问'),
      field('complaint', '客户要求'),
    ],
    columns: [
      { key: '#', title: '序号', share: 8 },
      { key: 'name', title: '项目 / 材料', share: 50 },
      { key: 'qty', title: '数量', share: 12, kind: 'qty' },
      { key: 'price', title: '单价', share: 15, kind: 'price' },
      { key: 'netAmount', title: '金额', share: 15, kind: 'money' },
    ],
    lines: [
      ...labour,
      ...materials.map((line) => ({ ...line, name: `${text(line['partCode'])} ${text(line['partName'])}` })),
    ],
    signatures: [{ title: '制单', value: text(header['creatorName']) }],
  }
})
export default paper
