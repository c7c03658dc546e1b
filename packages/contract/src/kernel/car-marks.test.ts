import { expect, it } from 'vitest'
import { carMarks } from './car-marks'

const mark = { x: 0.25, y: 1, kind: 'dent' }

it('takes marks within the sketch, of a kind that is known', () => {
  expect(carMarks.parse([{ ...mark, note: ' 左前门 ' }, mark])).toEqual([
    { ...mark, note: '左前门' },
    { ...mark, note: '' },
  ])
  const faults: [mark: object, message: string | RegExp][] = [
    [{ ...mark, kind: 'rust' }, '请选择损伤类型'],
    [{ ...mark, x: undefined }, '请在车图上点选位置'],
    [{ ...mark, y: 1.001 }, /.+/],
    [{ ...mark, x: -0.001 }, /.+/],
    [{ ...mark, note: '长'.repeat(61) }, '最多60个字符'],
  ]
  for (const [wrong, message] of faults) expect(carMarks.safeParse([wrong]).error?.issues[0]?.message).toMatch(message)
  expect(carMarks.safeParse(Array.from({ length: 51 }, () => mark)).error?.issues[0]?.message).toBe('最多标记50处')
})
