import { expect, it } from 'vitest'
import { partLabel, piecesOf } from './part-labels'

it('a label is printed for each whole piece, and one for less', () => {
  expect(['3', '2.9', '1.0000', '0.5', '0'].map((qty) => piecesOf({ qty }))).toEqual(['3', '2', '1', '1', '1'])
})

it('a label says what a part is, where it lies and how it is counted, and leaves out what is not known', () => {
  const part = { partCode: 'P1', partName: '机滤', brandName: '博世', spec: '大', unitName: '个', locationCode: 'A-01' }
  expect(partLabel(part)).toEqual({ title: '机滤', lines: ['博世 大', '货位 A-01  单位 个'], code: 'P1' })
  expect(partLabel({ ...part, brandName: null, spec: null, locationCode: null }).lines).toEqual(['单位 个'])
})
