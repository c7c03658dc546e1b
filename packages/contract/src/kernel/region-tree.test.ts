import { expect, it } from 'vitest'
import { regionOptions } from './region-tree'

it('reads areas and regions alike and drops empty children', () => {
  const tree = [
    {
      reg_id: '440000',
      reg_name: '广东省',
      children: [
        { reg_id: '440100', reg_name: '广州市', children: [{ area_id: 440106, area_name: '天河区', children: [] }] },
        { reg_id: '440300', reg_name: '深圳市', children: null },
        { reg_id: '441900', reg_name: '东莞市' },
      ],
    },
  ]
  expect(regionOptions(tree)).toEqual([
    {
      value: '440000',
      label: '广东省',
      children: [
        { value: '440100', label: '广州市', children: [{ value: 440106, label: '天河区' }] },
        { value: '440300', label: '深圳市' },
        { value: '441900', label: '东莞市' },
      ],
    },
  ])
  expect(regionOptions([])).toEqual([])
})

it('keeps an id of zero and takes the area before the region', () => {
  expect(regionOptions([{ area_id: 0, reg_id: 1, area_name: '全国', reg_name: '中国' }])).toEqual([
    { value: 0, label: '全国' },
  ])
})
