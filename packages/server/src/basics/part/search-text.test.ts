import { expect, it } from 'vitest'
import { normNumber } from '../../kernel/query/part-filter'
import { derivePart } from './search-text'

it.each(['04152-YZZA1', '04152 yzza1', '04152.YZZA.1', '04152yzza1', '０４１５２－ＹＺＺＡ１'])(
  'reads %s as one number',
  (typed) => {
    expect(normNumber(typed)).toBe('04152YZZA1')
  },
)

it('keeps everything that a search may name, once and in lower case', () => {
  const derived = derivePart({
    code: 'P000012',
    name: '重庆银行专用滤芯',
    grade: 'oes',
    spec: 'W 712/75',
    factoryNo: 'W 712/75',
    oeNos: ['06A 115 561 B', '06a.115.561-b'],
    barcodes: ['6901234567892'],
    fitments: ['大众 帕萨特', '大众 帕萨特'],
  })
  expect(derived).toEqual({
    pinyin: 'chongqingyinhangzhuanyonglvxin',
    initials: 'cqyhzylx',
    factoryNorm: 'W712/75',
    searchText:
      "p000012 重庆银行专用滤芯 cqyhzylx w712/75 06a115561b 6901234567892 w 712/75 品牌件 大众 帕萨特 dzpst 'CHONG'QING'YIN'HANG'ZHUAN'YONG'LV'XIN 'DA'ZHONG'PA'SA'TE",
    searchVersion: 3,
  })
})
