import { expect, it } from 'vitest'
import { boxLabels } from './box-labels'

const header = {
  billNo: 'CK012609010001',
  partnerName: '广州顺达汽修厂',
  partnerAddress: '广东省广州市白云区增槎路1088号广源汽配城B区12栋305号',
  carrierName: '德邦物流',
  waybill: 'DPK3021',
  packages: 2,
}

it('labels each box of a delivery', () => {
  const labels = boxLabels(header)
  expect(labels.map((label) => label.lines.at(-1))).toEqual([
    '第 1/2 件  德邦物流  DPK3021',
    '第 2/2 件  德邦物流  DPK3021',
  ])
  expect(labels[0]).toMatchObject({ title: '广州顺达汽修厂', code: 'CK012609010001' })
  expect(labels[0]?.lines[0]).toBe(header.partnerAddress)
})

it('takes one box where nobody counted, and leaves out what is not known', () => {
  const [only, ...more] = boxLabels({ ...header, packages: null, partnerAddress: '', carrierName: null, waybill: null })
  expect(only?.lines).toEqual(['第 1/1 件'])
  expect(more).toEqual([])
})
