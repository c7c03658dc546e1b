import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { dayText, text, timeText } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

/** 旧件装箱单: what lies in the parcel, tag by tag. */
const paper = plainPaper(oldPartReturn, ({ header, field, tables: { tags = [] } }) => ({
  title: '旧件装箱单',
  fields: [
    field('partnerName', '厂家'),
    field('bizDate', '日期', dayText(header['bizDate'])),
    field('carrierName', '物流公司'),
    field('waybillNo', '运单号'),
    field('handlerName', '经手人'),
    field('count', '件数', String(tags.length)),
    field('submittedAt', '装箱时间', timeText(header['submittedAt'])),
    field('shippedAt', '发出日期', dayText(header['shippedAt'])),
  ],
  columns: [
    { key: '#', title: '序号', share: 6 },
    { key: 'tagNo', title: '标签号', share: 22 },
    { key: 'name', title: '配件', share: 22 },
    { key: 'partCode', title: '配件编码', share: 16 },
    { key: 'serialNo', title: '序列号', share: 14 },
    { key: 'billNo', title: '三包单', share: 20 },
    { key: 'car', title: '车牌/VIN', share: 20 },
  ],
  lines: tags.map((tag) => ({
    ...Object.fromEntries(['tagNo', 'name', 'partCode', 'serialNo', 'billNo'].map((key) => [key, text(tag[key])])),
    car: text(tag['plate']) || text(tag['vin']),
  })),
  signatures: [
    { title: '装箱', value: text(header['submitterName']) || text(header['handlerName']) },
    { title: '发出', value: text(header['approverName']) },
    { title: '厂家签收', value: '' },
  ],
}))
export default paper
