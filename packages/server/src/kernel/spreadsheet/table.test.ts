import { price, text255 } from '@chepu/contract/kernel/scalars'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Row } from './cell'
import { readRows } from './read'
import { parseTable, type TableColumn } from './table'
import { makeTemplate } from './template'

const columns = [
  { key: 'code', title: '编码', required: true, schema: text255, note: '不可重复', example: '00123' },
  { key: 'price', title: '进价', others: ['单价'], kind: 'number', schema: price, note: '不小于0', example: '12.50' },
  {
    key: 'since',
    title: '日期',
    kind: 'date',
    schema: z.iso.date('日期格式应为YYYY-MM-DD'),
    note: '年-月-日',
    example: '2026-03-01',
  },
] as const satisfies readonly TableColumn[]

const parse = (...rows: Row[]) => parseTable(rows, columns)

test('columns are found by title, in any order, with or without *', async () => {
  const sheet: Row[] = [
    [],
    ['单价（元）', '别的', '编码 *'],
    [' ￥1,008.50 ', 'x', ' A1 '],
    [null, ' '],
    ['', null, 'A2'],
    ['合计', null, '9'],
  ]
  const asked = await parse(...sheet)
  expect(asked).toMatchObject({ records: [], unknown: [{ title: '别的', sample: 'x' }], free: [{ key: 'since' }] })
  const table = await parseTable(sheet, columns, { told: { 别的: '' } })
  expect(table).toEqual({
    records: [
      { row: 3, values: { code: 'A1', price: '1008.5', since: null } },
      { row: 5, values: { code: 'A2', price: null, since: null } },
    ],
    errors: [],
    ignored: ['别的'],
    unknown: [],
    free: [{ key: 'since', title: '日期' }],
  })
})

test('the header may stand below a title of the sheet; what was taken for it is named', async () => {
  const { records } = await parse(['2026年配件清单'], [], ['编码', '进价'], ['A1', '2'])
  expect(records).toEqual([{ row: 4, values: { code: 'A1', price: '2', since: null } }])
  expect((await parse(['sep='], ['编码'], ['A1'])).records).toMatchObject([{ row: 3, values: { code: 'A1' } }])
  await expect(parse(['2026年清单'], [], ['颜色', '重量'])).rejects.toThrow(
    '模板不正确，缺少列“编码”（以第1行为列名：2026年清单',
  )
})

test('every faulty cell is listed and its row is left out', async () => {
  const { records, errors } = await parse(
    ['编码*', '进价', '日期'],
    [null, '-1', '三月'],
    [
      { kind: 'formula', text: '' },
      { kind: 'error', text: '' },
      { kind: 'date', text: '2026-03-01' },
    ],
    [{ kind: 'too_long', text: '2000000' }],
    [{ kind: 'long_number', text: '1234567890123460000' }],
    [{ kind: 'date', text: '2026-03-04' }],
    ['A1', '1.5', { kind: 'date', text: '2026-03-01' }],
  )
  expect(records).toEqual([{ row: 7, values: { code: 'A1', price: '1.5', since: '2026-03-01' } }])
  expect(errors).toEqual([
    { row: 2, column: '编码', message: '编码不能为空' },
    { row: 2, column: '进价', message: '价格不能小于0' },
    { row: 2, column: '日期', message: '日期格式应为YYYY-MM-DD' },
    { row: 3, column: '编码', message: '公式单元格，请粘贴为数值' },
    { row: 3, column: '进价', message: '单元格为错误值，请更正' },
    { row: 4, column: '编码', message: '内容过长（2000000个字符）' },
    { row: 5, column: '编码', message: '数字超过15位，Excel已丢失末尾数字，请将单元格设为文本格式后重新填写' },
    { row: 6, column: '编码', message: '单元格被Excel识别为日期，请设为文本格式后重新填写' },
  ])
})

test('a day is read as people and spreadsheets write it', async () => {
  const days = ['2026/11/1', '2026-11-1', '2026.11.1', '2026年11月1日', '2026/11/1 0:00', '２０２６/11/01', '20261101']
  const cells: Row[0][] = [...days, { kind: 'date', text: '2026-11-01 08:30:00' }]
  const { records, errors } = await parse(
    ['编码', '日期'],
    ...cells.map((cell): Row => ['A1', cell]),
    ['A1', '2026/2/30'],
    ['A1', '11/1/2026'],
  )
  expect([records.length, new Set(records.map(({ values }) => values.since))]).toEqual([8, new Set(['2026-11-01'])])
  expect(errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '10 日期格式应为YYYY-MM-DD',
    '11 日期格式应为YYYY-MM-DD',
  ])
})

test('a title means what the user says, and one that is left out without a question is named', async () => {
  const sheet: Row[] = [
    ['品号', '状态', null, '进价'],
    ['A1', '启用', '红', '３ 个'],
    ['A2', '启用', null, '1e3'],
  ]
  const isBeside = (title: string) => title === '状态'
  expect(await parseTable(sheet, columns, { isBeside })).toMatchObject({
    unknown: [
      { title: '品号', sample: 'A1' },
      { title: '第3列', sample: '红' },
    ],
    ignored: ['状态'],
  })
  const told = { 品号: 'code', 第3列: '' }
  const { records, errors, ignored } = await parseTable(sheet, columns, { isBeside, told })
  expect([records, ignored]).toEqual([[], ['状态', '第3列']])
  expect(errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '2 “3 个”带有“个”，请只填数字',
    '3 “1e3”是科学计数法，请写出全部数字',
  ])
  await expect(parseTable(sheet, columns, { isBeside, told: { 品号: '', 第3列: '' } })).rejects.toMatchObject({
    message: '模板不正确，缺少列“编码”（以第1行为列名：品号、状态、第3列、进价）',
  })
})

test('a wrong template is refused with what is wrong', async () => {
  await expect(parse(['名称', '进价'])).rejects.toMatchObject({
    fault: 'template',
    message: '模板不正确，缺少列“编码”（以第1行为列名：名称、进价）',
  })
  await expect(parse()).rejects.toMatchObject({ fault: 'template' })
  await expect(parse(['编码', '编码*'])).rejects.toMatchObject({
    message: '模板不正确，列“编码”、“编码*”重复，请只保留一列',
  })
})

test('an empty template is a table without records, and its guide is not read as one', async () => {
  const { rows } = await readRows(await makeTemplate('配件', columns))
  expect(rows).toEqual([['编码*', '进价', '日期']])
  expect(await parseTable(rows, columns)).toEqual({ records: [], errors: [], ignored: [], unknown: [], free: [] })
})
