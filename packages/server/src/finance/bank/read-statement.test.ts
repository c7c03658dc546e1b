import { describe, expect, it } from 'vitest'
import type { Row } from '../../kernel/spreadsheet/cell'
import { readStatement, type Told } from './read-statement'

const rowsOf = (...rows: Row[]) => rows
const read = (cells: Row[], told: Told = {}) => readStatement(cells, told, '2026-11-30')
const short = (cells: Row[], told: Told = {}) =>
  read(cells, told).rows.map(({ bizDate, amount, balance }) => [bizDate, amount, balance])

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
    expect(read(cells).rows).toMatchObject([
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
    const { rows, notes } = read(rowsOf(['日期', '发生额', '借贷标志'], ...words))
    expect(rows.map(({ amount }) => amount)).toEqual(['-1.00', '-1.00', '-1.00', '1.00', '1.00', '1.00'])
    expect(notes).toEqual(['1 行不计收支，未导入'])
  })

  it('asks for columns that it does not know, and takes what is told', () => {
    const cells = rowsOf(['日子', '进', '出'], ['2026-11-05', '3', null], ['2026-11-06', null, '2'])
    const asked = read(cells)
    expect(asked.missing).toBe('没有找到“交易日期”列')
    expect(asked.titles).toEqual([
      { title: '日子', field: '', sample: '2026-11-05' },
      { title: '进', field: '', sample: '3' },
      { title: '出', field: '', sample: '2' },
    ])
    expect(read(cells, { 日子: 'day' }).missing).toMatch(/^没有找到金额列/)
    expect(short(cells, { 日子: 'day', 进: 'income', 出: 'expense' })).toEqual([
      ['2026-11-05', '3.00', null],
      ['2026-11-06', '-2.00', null],
    ])
  })

  it('names the row of every fault', () => {
    const { faults, rows } = read(
      rowsOf(['日期', '金额'], ['昨天', '1'], ['2026-11-05', '一百'], ['2026-11-06', '1.234'], ['2026-11-07', '9']),
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
    const { rows, notes } = read(cells)
    expect(rows.map(({ tradeNo }) => tradeNo)).toEqual(['', '4200001234202611051234567890'])
    expect(notes).toEqual(['1 行流水号被 Excel 截断，未采用；请用银行的原始文件'])
  })

  it('keeps the number that the parties see, and that of the row in its books only where there is no other', () => {
    const alipay = rowsOf(
      ['#支付宝账务明细查询'],
      ['账务流水号', '业务流水号', '商户订单号', '发生时间', '收入金额（+元）', '支出金额（-元）', '账户余额（元）'],
      ['39001', '2026112722001', 'D1', '2026-11-27 10:00:00', '300.00', ' ', '1300.00'],
      ['39002', '2026112722001', 'D1', '2026-11-27 10:00:00', ' ', '-1.14', '1298.86'],
      ['39003', ' ', ' ', '2026-11-27 11:00:00', '5.00', ' ', '1303.86'],
      ['#支出合计：1笔，共-1.14元'],
    )
    expect(read(alipay)).toMatchObject({
      faults: [],
      notes: [],
      rows: [
        { amount: '300.00', tradeNo: '2026112722001', orderNo: 'D1' },
        { amount: '-1.14', tradeNo: '2026112722001' },
        { amount: '5.00', tradeNo: '39003' },
      ],
    })
    const wechat = rowsOf(
      ['记账时间', '资金流水单号', '微信支付业务单号', '收支类型', '收支金额(元)', '业务凭证号'],
      ['2026-11-27 10:00:00', '`1001', '`4200001', '`收入', '`300.00', '`D1'],
    )
    expect(read(wechat).rows).toMatchObject([{ amount: '300.00', tradeNo: '4200001', orderNo: 'D1' }])
  })
})

describe('红字 and the running balance (business/finance 4.2)', () => {
  const title = ['交易日期', '借方发生额', '贷方发生额', '余额']

  it('takes a minus in 借方 for money that comes back, as the balance says', () => {
    const cells = rowsOf(
      title,
      ['2026-11-05', '10.00', null, '990.00'],
      ['2026-11-06', '-10.00', null, '1000.00'],
      ['2026-11-06', null, '-3.00', '997.00'],
    )
    expect(short(cells).map(([, amount]) => amount)).toEqual(['-10.00', '10.00', '-3.00'])
    expect(read(cells).notes).toEqual(['第3行的支出为负数，按红字冲回计为收入'])
    const [first, ...rows] = cells
    expect(short([first as Row, ...rows.toReversed()]).map(([, amount]) => amount)).toEqual([
      '-10.00',
      '10.00',
      '-3.00',
    ])
  })

  it('takes it so without a balance beside others, and of 借; a bank that writes all that leaves with a minus is believed', () => {
    const amounts = (cells: Row[]) => read(cells).rows.map(({ amount }) => amount)
    const words = ['日期', '金额', '借贷标志']
    expect(amounts(rowsOf(words, ['2026-11-05', '-8.00', '借']))).toEqual(['8.00'])
    expect(amounts(rowsOf(words, ['2026-11-05', '8.00', '支出'], ['2026-11-06', '-8.00', '支出']))).toEqual([
      '-8.00',
      '8.00',
    ])
    expect(amounts(rowsOf(words, ['2026-11-05', '-8.00', '支出'], ['2026-11-06', '5.00', '收入']))).toEqual([
      '-8.00',
      '5.00',
    ])
    expect(amounts(rowsOf(title, ['2026-11-05', null, '5', '105.00'], ['2026-11-06', '-8.00', null, '97.00']))).toEqual(
      ['5.00', '-8.00'],
    )
  })

  it('tells rows whose balance does not follow from the row before', () => {
    const cells = rowsOf(
      title,
      ['2026-11-05', null, '10.00', '110.00'],
      ['2026-11-06', null, '20.00', '130.00'],
      ['2026-11-07', null, '5.00', '145.00'],
      ['2026-11-08', '5.00', null, '140.00'],
    )
    expect(read(cells).notes).toEqual(['第4行的余额与上一笔余额加减本笔金额不符，请核对文件是否缺行'])
    expect(read(cells).rows).toHaveLength(4)
  })
})

describe('rows of a statement that are refused (business/finance 4.2)', () => {
  const messages = (cells: Row[]) => read(cells).faults.map(({ message }) => message)

  it('refuses a direction that says nothing', () => {
    const cells = rowsOf(
      ['日期', '金额', '借贷标志'],
      ['2026-11-05', '1', '贷'],
      ['2026-11-05', '2', null],
      ['2026-11-05', '3', '冲'],
      ['2026-11-05', '4', '中性交易'],
      ['2026-11-05', '5', '/'],
    )
    expect(messages(cells)).toEqual([
      '第3行 借贷标志没有填写，无法判断收入还是支出',
      '第4行 借贷标志“冲”无法识别，无法判断收入还是支出',
    ])
    expect(read(cells).notes).toEqual(['2 行不计收支，未导入'])
  })

  it('refuses both directions and neither, but lets by what is no movement', () => {
    const cells = rowsOf(
      ['日期', '收入', '支出', '余额', '摘要'],
      ['2026-11-01', null, null, '100.00', '承前页'],
      ['2026-11-05', '4', '4', '100.00', null],
      ['2026-11-05', '5', '3', '102.00', null],
      ['2026-11-05', null, null, '102.00', null],
      ['2026-11-05', '0.00', '2', '100.00', null],
      ['2026-11-05', '0.00', '0.00', '100.00', null],
      ['打印日期：2026-11-06', null, null, null, null],
    )
    expect(messages(cells)).toEqual(['第3行 收入和支出只能填一个', '第4行 收入和支出只能填一个', '第5行 没有金额'])
    expect(read(cells)).toMatchObject({ rows: [{ row: 6, amount: '-2.00' }], notes: ['1 行金额为0，未导入'] })
  })

  it('refuses days that cannot be', () => {
    const days = ['9999-12-31', '2026-12-01', '1899-12-30', '0001-01-01', '2026-11-30', '2000-01-01']
    expect(messages(rowsOf(['日期', '金额'], ...days.map((day): Row => [day, '1'])))).toEqual([
      '第2行 日期“9999-12-31”不能晚于今天',
      '第3行 日期“2026-12-01”不能晚于今天',
      '第4行 日期“1899-12-30”不能早于2000-01-01',
      '第5行 日期“0001-01-01”不能早于2000-01-01',
    ])
  })
})
