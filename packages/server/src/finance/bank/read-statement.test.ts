import { describe, expect, it } from 'vitest'
import type { Row } from '../../kernel/spreadsheet/cell'
import { readStatement } from './read-statement'

const rowsOf = (...rows: Row[]) => rows
const short = (cells: Row[], told = {}) =>
  readStatement(cells, told).rows.map(({ bizDate, amount, balance }) => [bizDate, amount, balance])

describe('银行流水文件 (business/finance 4.2)', () => {
  it('reads 借方 as money that leaves and 贷方 as money that comes, below what the bank wrote above', () => {
    const cells = rowsOf(
      ['中国工商银行账户明细'],
      ['账号:', '6222021234567890'],
      [],
      ['交易日期', '摘要', '借方发生额', '贷方发生额', '余额', '对方户名'],
      ['20261102', '货款', '1,200.00', null, '8,800.00', '汇通汽配'],
      ['2026/11/3 09:12:11', '收款', '0.00', '500.5', '9,300.50', '张三'],
      ['合计', null, '1200.00', '500.50'],
    )
    expect(readStatement(cells, {}).rows).toMatchObject([
      {
        row: 5,
        bizDate: '2026-11-02',
        amount: '-1200.00',
        balance: '8800.00',
        counterparty: '汇通汽配',
        summary: '货款',
      },
      { row: 6, bizDate: '2026-11-03', amount: '500.50', balance: '9300.50' },
    ])
  })

  it('reads 收入 and 支出, whatever the sign of what left, and puts the oldest row first', () => {
    expect(
      short(
        rowsOf(
          ['交易时间', '收入金额（+元）', '支出金额（-元）', '账户余额（元）'],
          ['2026-11-05 10:00:00', '30.00', null, '130.00'],
          ['2026-11-04 10:00:00', null, '-20.00', '100.00'],
        ),
      ),
    ).toEqual([
      ['2026-11-04', '-20.00', '100.00'],
      ['2026-11-05', '30.00', '130.00'],
    ])
  })

  it('tells by the balances which row of a single day is the oldest', () => {
    const cells = rowsOf(
      ['记账日期', '交易金额', '借贷标志', '余额'],
      ['2026-11-05', '30', '贷', '110'],
      ['2026-11-05', '20', '借', '80'],
    )
    expect(short(cells).map(([, amount]) => amount)).toEqual(['-20.00', '30.00'])
  })

  it('reads one column of figures by its sign or by the word beside it', () => {
    expect(short(rowsOf(['日期', '发生额'], ['2026年11月5日', '-7.1'], ['2026-11-06', '8']))).toEqual([
      ['2026-11-05', '-7.10', null],
      ['2026-11-06', '8.00', null],
    ])
    const words = ['借', 'D', '支出', '贷方', 'C', '收入', '不计收支'].map((word): Row => ['2026-11-05', '1', word])
    const read = readStatement(rowsOf(['日期', '发生额', '借贷标志'], ...words), {})
    expect(read.rows.map(({ amount }) => amount)).toEqual(['-1.00', '-1.00', '-1.00', '1.00', '1.00', '1.00'])
    expect(read.notes).toEqual(['1 行不计收支，未导入'])
  })

  it('asks for columns that it does not know, and takes what is told', () => {
    const cells = rowsOf(['日子', '进', '出'], ['2026-11-05', '3', null], ['2026-11-06', null, '2'])
    const asked = readStatement(cells, {})
    expect(asked.missing).toBe('没有找到“交易日期”列')
    expect(asked.titles).toEqual([
      { title: '日子', field: '', sample: '2026-11-05' },
      { title: '进', field: '', sample: '3' },
      { title: '出', field: '', sample: '2' },
    ])
    expect(readStatement(cells, { 日子: 'day' }).missing).toMatch(/^没有找到金额列/)
    expect(short(cells, { 日子: 'day', 进: 'income', 出: 'expense' })).toEqual([
      ['2026-11-05', '3.00', null],
      ['2026-11-06', '-2.00', null],
    ])
  })

  it('names the row of every fault', () => {
    const { faults, rows } = readStatement(
      rowsOf(['日期', '金额'], ['昨天', '1'], ['2026-11-05', '一百'], ['2026-11-06', '1.234'], ['2026-11-07', '9']),
      {},
    )
    expect(faults).toEqual([
      { row: 2, message: '第2行 日期“昨天”无法识别' },
      { row: 3, message: '第3行 交易金额：“一百”不是数字' },
      { row: 4, message: '第4行 交易金额：金额最多2位小数' },
    ])
    expect(rows).toHaveLength(1)
  })

  it('takes no number that a spreadsheet program has cut', () => {
    const cells = rowsOf(
      ['日期', '金额', '交易流水号'],
      ['2026-11-05', '1', { kind: 'long_number', text: '4.2E+27' }],
      ['2026-11-05', '2', '`4200001234202611051234567890\t'],
    )
    const { rows, notes } = readStatement(cells, {})
    expect(rows.map(({ tradeNo }) => tradeNo)).toEqual(['', '4200001234202611051234567890'])
    expect(notes).toEqual(['1 行流水号被 Excel 截断，未采用；请用银行的原始文件'])
  })
})
