import { expect, it } from 'vitest'
import { z } from 'zod'
import './messages'
import { idParam } from './route'
import { qty } from './scalars'

const schema = z.object({
  name: z.string().min(2).max(4),
  count: z.number().int().min(0).max(9),
  kind: z.enum(['part', 'car']),
  qty,
})
const messages = (value: unknown) => schema.safeParse(value).error?.issues.map((issue) => issue.message)

it('says every fault in Chinese, and keeps the words that a schema has of its own', () => {
  expect(messages({ name: null, count: null, qty: '1', kind: undefined })).toEqual(['请填写', '请填写', '请填写'])
  expect(messages({ name: '一', count: 10, qty: '0', kind: 'bike' })).toEqual([
    '至少2个字符',
    '不能大于9',
    '请从列表中选择',
    '数量必须大于0',
  ])
  expect(messages({ name: '一二三四五', count: 1.5, qty: '1', kind: 'car' })).toEqual(['最多4个字符', '请输入整数'])
})

it('counts rows as rows, and tells what has to be above a figure from what may be it', () => {
  const rows = z.object({ lines: z.array(z.number()).min(1).max(2), rate: z.number().positive(), id: idParam.shape.id })
  const said = (value: unknown) => rows.safeParse(value).error?.issues.map((issue) => issue.message)
  expect(said({ lines: [1, 2, 3], rate: 0, id: '0' })).toEqual(['最多2行', '必须大于0', '单据不存在'])
  expect(said({ lines: [], rate: 1, id: '7' })).toEqual(['至少1行'])
})
