import { type CarMark, markKinds } from '@chepu/contract/kernel/car-marks'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { reception } from '@chepu/contract/repair/reception'
import { minuteText, text } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

/** 接车单 on A4: the car as it was handed over, what was in it, and who signs for it. */
const paper = plainPaper(reception, ({ header, field }) => {
  const marks = (header['exterior'] ?? []) as readonly CarMark[]
  const { fuelLevel, mileage } = header
  return {
    fields: [
      field('plate', '车牌'),
      field('vin', '车架号'),
      field('modelText', '车型'),
      field('partnerName', '客户'),
      field('contactName', '送修人'),
      field('contactMobile', '送修人电话'),
      field('arrivedAt', '进厂时间', minuteText(header['arrivedAt'])),
      field('promisedAt', '预计交车', minuteText(header['promisedAt'])),
      field('mileage', '进厂里程', isDecimal(mileage) ? `${trimZeros(mileage)} 公里` : ''),
      field('fuelLevel', '油量', typeof fuelLevel === 'number' ? `${fuelLevel}/8` : ''),
      field('keepsOldParts', '旧件带走', header['keepsOldParts'] === true ? '是' : '否'),
      field('salespersonName', '服务顾问'),
      field('complaint', '故障描述'),
      field('belongings', '随车物品'),
    ],
    columns: [
      { key: '#', title: '序号', share: 8 },
      { key: 'kind', title: '外观损伤', share: 22 },
      { key: 'place', title: '位置', share: 30 },
      { key: 'note', title: '说明', share: 40 },
    ],
    lines: marks.map(({ kind, note, x, y }) => ({ kind: markKinds[kind], note, place: placeOf(x, y) })),
    signatures: [
      { title: '接车', value: text(header['creatorName']) },
      { title: '送修人签字', value: '' },
    ],
  }
})

/** Where a mark stands on the sketch, in words: the car from above, its front at the top. */
function placeOf(x: number, y: number): string {
  const along = y < 1 / 3 ? '前部' : y < 2 / 3 ? '中部' : '后部'
  const across = x < 1 / 3 ? '左侧' : x < 2 / 3 ? '' : '右侧'
  return `${across}${along}`
}
export default paper
