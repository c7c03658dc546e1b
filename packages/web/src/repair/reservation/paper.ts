import { reservation } from '@chepu/contract/repair/reservation'
import { minuteText, text } from '../../kit/base/format'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'

/** 预约单: when the car is expected, and what is planned. */
const sheet: MakeSheet = (_def, data, _layout, organisation) => {
  const { header } = data
  const { labour = [], materials = [] } = data as unknown as Record<string, readonly Record<string, unknown>[]>
  const field = (key: string, title: string, value = text(header[key])) => ({ key, title, value })
  return {
    organisation,
    title: '预约单',
    number: text(header['billNo']),
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
    remark: text(header['remark']),
    signatures: [{ title: '制单', value: text(header['creatorName']) }],
  }
}

const paper: PrintKind = { document: reservation, sheet }
export default paper
