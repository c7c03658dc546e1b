import { expect, test } from 'vitest'
import { fullSheet } from '../../kit/print/print-kinds'
import { printHtml } from '../../kit/print/print-template'
import paper from './paper'

const line = (partName: string, groupNo: number, isChosen: boolean, taxed: string, asked = '') => ({
  partName,
  partCode: partName,
  groupNo,
  isChosen,
  asked,
  grade: 'oem',
  qty: '2.0000',
  price: taxed,
  taxed,
  taxRate: '0.0000',
  discountRate: '1.0000',
  unitCost: '60',
  costAmount: '120.00',
})
const data = {
  header: {
    billNo: 'BJ1',
    totalTaxed: '541.50',
    orderDiscount: '0',
    freight: '0',
    state: 'approved',
    validUntil: '2026-12-02',
  },
  lines: [
    line('原厂片', 1, false, '760.00', '前刹车片'),
    line('机滤', 2, true, '121.50'),
    line('品牌片', 1, true, '420.00'),
  ],
}

test('a quotation stands by what was asked for, its sum is of what is recommended, and no cost stands on it', () => {
  const sheet = fullSheet(paper, data, '一店')
  expect(sheet.lines).toMatchObject([
    { itemNo: '1', asked: '前刹车片', partName: '原厂片', recommended: '' },
    { itemNo: '', asked: '', partName: '品牌片', recommended: '★推荐' },
    { itemNo: '2', asked: '', partName: '机滤', recommended: '★推荐' },
  ])
  expect(sheet.columns.map(({ key }) => key)).toEqual(expect.arrayContaining(['itemNo', 'grade', 'recommended']))
  expect(sheet.columns.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['unitCost']))
  const html = printHtml([sheet], 'a4', [[3]])
  expect(html).toContain('541.50')
  expect(html).toContain('伍佰肆拾壹元伍角整')
  expect(html).not.toContain('1,301.50')
  expect(html).toContain('有效期至')
})
