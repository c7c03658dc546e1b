import { documentAmounts } from '@chepu/contract/kernel/amounts'
import { describe, expect, test } from 'vitest'
import { leftOut, lineSheet, openQuestion, parseTable, sheetLines, tableText } from './line-grid-paste'
import { readSheet } from '../document/read-sheet'
import { type GridLine, LineStore } from './line-grid-store'
import { showMoney, showRate } from './line-grid-text'
import { LineTotals } from '../goods/line-totals'
import { decideScan, repeatedLine, ScanMeter } from '../base/scanner'

interface TestLine extends GridLine {
  partId: number | null
  qty: string
  price: string
  discountRate: string
  taxRate: string
  netAmount: string | null
}

const store = () =>
  new LineStore<TestLine>(
    () => ({ partId: null, qty: '', price: '', discountRate: '1', taxRate: '0.13', netAmount: null }),
    (line) => line.partId === null,
  )

describe('line store', () => {
  test('keeps one blank line at the end while lines are filled, inserted and removed', () => {
    const lines = store()
    expect(lines.length).toBe(1)
    lines.update(lines.keyAt(0) ?? 0, { partId: 1 })
    expect(lines.length).toBe(2)
    const [second] = lines.append([{ partId: 2 }, { partId: 3 }])
    expect(lines.filled().map((line) => line.partId)).toEqual([1, 2, 3])
    lines.remove([second ?? 0])
    expect(lines.filled().map((line) => line.partId)).toEqual([1, 3])
    expect(lines.awaitsCodeAt(lines.length - 1)).toBe(true)
    lines.remove(lines.order())
    expect(lines.length).toBe(1)
  })

  test('tells only the listener of the line that changed, and not when nothing changed', () => {
    const lines = store()
    const [a = 0, b = 0] = lines.append([{ partId: 1 }, { partId: 2 }])
    const told: string[] = []
    lines.subscribeLine(a, () => told.push('a'))
    lines.subscribeLine(b, () => told.push('b'))
    lines.update(b, { qty: '2' })
    lines.update(b, { qty: '2' })
    expect(told).toEqual(['b'])
  })

  test('drops the error of a field that changes and keeps the others', () => {
    const lines = store()
    const [a = 0] = lines.append([{ partId: 1 }])
    lines.setErrors(new Map([[a, { qty: '数量必须大于0', price: '请输入价格' }]]))
    expect(lines.firstError()).toEqual({ key: a, field: 'qty', message: '数量必须大于0' })
    lines.update(a, { qty: '1' })
    expect(lines.errorsOf(a)).toEqual({ price: '请输入价格' })
    lines.setErrors(new Map())
    expect(lines.firstError()).toBeUndefined()
  })

  test('a read-only grid has no blank line', () => {
    const lines = store()
    lines.replaceAll([{ partId: 1 }], false)
    expect(lines.length).toBe(1)
  })
})

describe('running totals', () => {
  const header = { taxIncluded: true, orderDiscount: '0', chargedFreight: '0' }
  const plain = (lines: TestLine[]) =>
    lines.map(({ qty, price, discountRate, taxRate, netAmount }) => ({
      qty: qty || '0',
      price: price || '0',
      discountRate,
      taxRate,
      netAmount,
    }))

  test.each([
    ['tax included', header],
    ['tax excluded', { ...header, taxIncluded: false }],
    ['charged freight', { ...header, chargedFreight: '12.50' }],
    ['order discount', { ...header, orderDiscount: '7.77' }],
  ])('equal the amounts of the whole document after edits: %s', (_title, money) => {
    const lines = store()
    const totals = new LineTotals(lines, header)
    totals.setHeader(money)
    const keys = lines.append(
      [1, 2, 3, 4].map((partId) => ({
        partId,
        qty: `${partId}.3333`,
        price: `${partId * 7}.77`,
        discountRate: '0.95',
      })),
    )
    lines.update(keys[1] ?? 0, { netAmount: '33.33' })
    lines.update(keys[2] ?? 0, { qty: '9' })
    lines.remove([keys[0] ?? 0])
    const { lines: _lines, ...expected } = documentAmounts(plain(lines.all()), money)
    expect(totals.totals()).toEqual(expected)
  })

  test('the tax of a return adds up over the lines of one former line; what is posted keeps its own', () => {
    const lines = store()
    const totals = new LineTotals(lines, { ...header, taxIncluded: false })
    const charged = { qty: '3', charged: '0.99', tax: '0.13', returnedQty: '0', credited: '0', creditedTax: '0' }
    const one = { partId: 1, qty: '1', price: '0.33', sourceLineId: 7, charged }
    const [first = 0, second = 0] = lines.append([one, one, one])
    const taxes = () => lines.filled().map((line) => totals.of(line).tax)
    expect(taxes()).toEqual(['0.04', '0.05', '0.04'])
    expect(totals.totals()).toMatchObject({ totalUntaxed: '0.99', totalTax: '0.13', totalTaxed: '1.12' })
    lines.update(first, { netAmount: '0.10' })
    expect(taxes()).toEqual(['0.01', '0.05', '0.04'])
    lines.remove([second])
    expect(totals.totals()).toMatchObject({ totalTax: '0.06', totalTaxed: '0.49' })
    lines.replaceAll([{ partId: 1, qty: '1', price: '0.33', postedTax: '0.05' }], false)
    expect(totals.totals()).toMatchObject({ totalTax: '0.05', totalTaxed: '0.38' })
    lines.replaceAll([{ partId: 1, qty: '1', price: '0.33' }], false)
    expect(totals.totals()).toMatchObject({ totalTax: '0.04', totalTaxed: '0.37' })
  })

  test('a half-typed figure counts as nothing', () => {
    const lines = store()
    const totals = new LineTotals(lines, header)
    lines.append([
      { partId: 1, qty: '2', price: '10' },
      { partId: 2, qty: 'x', price: '10' },
    ])
    expect(totals.totals()).toMatchObject({ totalQty: '2', totalTaxed: '20.00', totalTax: '2.30' })
  })
})

describe('paste', () => {
  const lines = (...rows: string[]) => {
    const sheet = lineSheet(parseTable(rows.join('\n')))
    expect(openQuestion(sheet)).toBeUndefined()
    return sheetLines(sheet)
  }
  const asked = (...rows: string[]) => openQuestion(lineSheet(parseTable(rows.join('\n'))))

  test('reads what it writes', () => {
    const table = [
      ['x\ty', '1'],
      ['"q"', '2'],
    ]
    expect(parseTable(tableText(table))).toEqual(table)
  })

  test('takes 编码|数量|单价 without a heading; blank quantity is 1', () => {
    expect(lines('P000001\t２\t￥1,200.50', 'P000002')).toEqual([
      { at: 1, code: 'P000001', qty: '2', price: '1200.5', location: '', batch: '' },
      { at: 2, code: 'P000002', qty: '1', price: '', location: '', batch: '' },
    ])
  })

  test('a file of CSV says what it says to the other imports', async () => {
    const file = new File(['编码,数量,货位\r\n="00123",2,\'-01-02\r\n'], '明细.csv')
    expect(sheetLines(lineSheet(await readSheet(file)))).toEqual([
      { at: 2, code: '00123', qty: '2', price: '', location: '-01-02', batch: '' },
    ])
  })

  test('a file that is no workbook, and one with nothing in it, are told apart', async () => {
    const read = (content: string, name: string) => readSheet(new File([content], name))
    await expect(read('这不是工作簿', '实盘.xlsx')).rejects.toThrow('文件已损坏或不是 Excel 工作簿(.xlsx)')
    await expect(read('', '实盘.xlsx')).rejects.toThrow('文件是空的，第一张工作表里没有内容')
    await expect(read(',,\r\n', '实盘.csv')).rejects.toThrow('文件是空的，第一张工作表里没有内容')
  })

  test('takes columns in any order under headings as people write them', () => {
    const line = { at: 2, code: '04152-YZZA1', qty: '3', price: '12.5', location: '', batch: '' }
    expect(lines('名称\t编码\t数量(个)\t单价（元）', '机滤\t04152-YZZA1\t3\t12.5')).toEqual([line])
    expect(lines('编码\t数量\t含税单价', '04152-YZZA1\t3\t12.5')).toEqual([{ ...line, priceTaxed: true }])
    expect(lines('OE号\t件数\t单价(不含税)', '04152-YZZA1\t3\t12.5')).toEqual([{ ...line, priceTaxed: false }])
  })

  test('takes the quantity and price of the program’s own 采购订单明细, and passes its totals over', () => {
    const titles = [
      '订单号',
      '企业',
      '日期',
      '供应商',
      '仓库',
      '配件编码',
      '配件名称',
      'OE号',
      '品牌',
      '规格',
      '适用车型',
    ]
    const figures = ['单位', '订购数', '已入库', '已退', '未到', '含税单价', '含税金额', '预计到货', '状态', '采购员']
    const row = ['CG1', '店', '2026-01-01', '博世', '主仓', 'P000001', '机滤', '04152-YZZA1', '博世', '', '']
    const told = ['个', '5', '2', '0', '3', '12.5', '62.5', '', '已审核', '']
    const sums = ['合计', ...Array.from({ length: 11 }, () => ''), '5', '2', '0', '3', '', '62.5']
    expect(lines([...titles, ...figures].join('\t'), [...row, ...told].join('\t'), sums.join('\t'))).toEqual([
      { at: 2, code: 'P000001', qty: '5', price: '12.5', priceTaxed: true, location: '', batch: '' },
    ])
  })

  test('asks about columns that it does not understand, or that say the same twice', () => {
    expect(asked('编码\t数量\t折扣', 'A1\t3\t0.9')).toBe('请为“折扣”选择对应的内容，或选择忽略')
    expect(asked('编码\t可用', 'A1\t3')).toContain('“可用”')
    expect(asked('编码\t数量\t金额', 'A1\t3\t9')).toContain('“金额”')
    expect(asked('编码\t入库数量\t出库数量', 'A1\t3\t2')).toContain('“入库数量”、“出库数量”')
    expect(asked('编码\t数量\t单价\t含税单价', 'A1\t3\t2\t3')).toContain('“单价”、“含税单价”')
    expect(asked('品号\t数目', 'A1\t3')).toContain('“品号”、“数目”')
    expect(asked('A1\t3\t2\t\t\t红色')).toContain('“第6列”')
    expect(asked('数量\t单价', '3\t2')).toBe('请指定哪一列是配件编码')
    const sheet = lineSheet(parseTable('编码\t颜色\t数量\t折扣\t空列\nA1\t红\t3\t9\t'))
    const told = sheet.columns.map((column) => ({ ...column, meaning: column.meaning ?? ('nothing' as const) }))
    expect(openQuestion({ columns: told })).toBeUndefined()
    expect(leftOut({ ...sheet, columns: told })).toEqual(['颜色', '折扣'])
    expect(openQuestion({ columns: told.map((column) => ({ ...column, meaning: 'qty' as const })) })).toBeDefined()
  })

  test('numbers lines as the spreadsheet does, blank rows counted', () => {
    expect(lines('编码\t数量', '', 'A1\t3', '\t', '', 'A2\t3 个', '\t7')).toMatchObject([
      { at: 3, code: 'A1', qty: '3' },
      { at: 6, code: 'A2', qty: '3 个' },
      { at: 7, code: '', qty: '7' },
    ])
  })

  test('reads 2,000 lines', () => {
    expect(lines(...Array.from({ length: 2000 }, (_, i) => `P${i}\t${i + 1}\t9.9`))).toHaveLength(2000)
  })
})

test('figures are shown for people, other text is left alone', () => {
  expect(showRate('0.13')).toBe('13%')
  expect(showMoney('1234.5')).toBe('1,234.50')
  expect(showMoney('1x')).toBe('1x')
})

describe('scanner', () => {
  /** The scan that a meter sees when `text` comes with `gap` ms a key, Enter after `end` ms, over a field of `before`. */
  const keys = (text: string, gap: number, into: 'figure' | 'text', end = gap, before = '') => {
    const meter = new ScanMeter()
    const press = (key: string, timeStamp: number) =>
      meter.key(
        { key, timeStamp, repeat: false, isComposing: false, ctrlKey: false, metaKey: false, altKey: false },
        before,
      )
    const last = [...text].reduce((at, sign) => {
      press(sign, at + gap)
      return at + gap
    }, 1000)
    return meter.end({ timeStamp: last + end }, into)?.code
  }

  test.each(['00123', 'P000002', '1234', '0 986 AF0 051', '6901140000018', '04152-YZZA1', '12.5'])(
    'a scanner types %s at 5, 8, 10 and 15 ms a key, into any cell',
    (code) => {
      for (const gap of [5, 8, 10, 15]) {
        expect([gap, keys(code, gap, 'figure')]).toEqual([gap, code])
        expect([gap, keys(code, gap, 'text')]).toEqual([gap, code])
      }
    },
  )

  test.each(['00123', 'P000002', '6901140000018', '04152-YZZA1'])(
    'a slow scanner types %s, which is no figure, at 20 and 25 ms a key',
    (code) => {
      for (const gap of [20, 25]) expect([gap, keys(code, gap, 'figure')]).toEqual([gap, code])
    },
  )

  test.each(['1234', '1200', '12345.67', '1,234.50', '95.5%', '1234567'])(
    'a quick hand types the figure %s at 20, 25, 30 and 60 ms a key',
    (figure) => {
      for (const gap of [20, 25, 30, 60]) expect([gap, keys(figure, gap, 'figure')]).toEqual([gap, undefined])
    },
  )

  /** The same for a recorded series: milliseconds before each sign after the first, and before Enter. */
  const recorded = (text: string, gaps: readonly number[], into: 'figure' | 'text') => {
    const meter = new ScanMeter()
    const sign = { repeat: false, isComposing: false, ctrlKey: false, metaKey: false, altKey: false }
    let at = 5000
    ;[...text].forEach((key, i) => {
      at += i === 0 ? 0 : (gaps[(i - 1) % gaps.length] ?? 0)
      meter.key({ ...sign, key, timeStamp: at }, '')
    })
    return meter.end({ timeStamp: at + (gaps[(text.length - 1) % gaps.length] ?? 0) }, into)?.code
  }
  const series = {
    'a USB scanner': [1, 5, 2, 4, 3],
    'a Bluetooth scanner': [27, 50, 33, 41, 38, 46],
    'a slow scanner': [33, 61, 47, 52, 39, 58],
    'a scanner at 60 ms': [60, 62, 58, 61],
    'a scanner at a machine that stands still meanwhile': [5, 6, 180, 1, 5, 4],
  }

  test.each(Object.entries(series))('%s never writes into a figure what can be none', (_name, gaps) => {
    for (const code of ['00123', 'P000002', '6901140000018', '12345678', 'HU 7019 z', '04152-YZZA1'])
      expect([code, recorded(code, gaps, 'figure')]).toEqual([code, code])
  })

  test.each(Object.entries(series).slice(0, 3))('%s is one in a text as well', (_name, gaps) => {
    for (const code of ['P000002', '6901140000018', 'HU 7019 z'])
      expect([code, recorded(code, gaps, 'text')]).toEqual([code, code])
  })

  test.each([
    ['as quick as can be', [60]],
    ['rolling the number pad', [22, 41, 28, 35]],
    ['quick and uneven', [60, 95, 72, 140]],
    ['at ease', [130, 200, 160, 180]],
  ])('a hand %s types figures', (_name, gaps) => {
    for (const figure of ['12', '120', '1500', '10000', '250000', '1234567', '1,500.50', '0.85', '￥1200', '12.5元'])
      expect([figure, recorded(figure, gaps, 'figure')]).toEqual([figure, undefined])
  })

  test('a hand that types a text, or a code into a figure, is no scanner', () => {
    for (const gaps of [[60, 95, 72, 140], [80], [130, 200, 160, 180]]) {
      expect(recorded('P000002', gaps, 'text')).toBeUndefined()
      expect(recorded('P000002', gaps, 'figure')).toBeUndefined()
    }
  })

  test('a code at 60 ms a key, three quick signs, a held key and a late Enter are a hand', () => {
    expect(keys('P000001', 60, 'text')).toBeUndefined()
    expect(keys('123', 2, 'figure')).toBeUndefined()
    expect(keys('7894', 10, 'figure', 120)).toBeUndefined()
    const meter = new ScanMeter()
    const held = { key: '0', isComposing: false, ctrlKey: false, metaKey: false, altKey: false }
    for (let i = 0; i < 6; i += 1) meter.key({ ...held, timeStamp: 500 + i * 10, repeat: i > 0 }, '')
    expect(meter.end({ timeStamp: 560 }, 'figure')).toBeUndefined()
  })

  test('a scan begins after a pause, and knows what the field held before it', () => {
    const meter = new ScanMeter()
    const sign = { repeat: false, isComposing: false, ctrlKey: false, metaKey: false, altKey: false }
    meter.key({ ...sign, key: '7', timeStamp: 100 }, '')
    ;[...'P000002'].forEach((key, i) =>
      meter.key({ ...sign, key, timeStamp: 400 + i * 8 }, `7${'P000002'.slice(0, i)}`),
    )
    expect(meter.end({ timeStamp: 460 }, 'figure')).toEqual({ code: 'P000002', before: '7' })
    expect(meter.end({ timeStamp: 465 }, 'figure')).toBeUndefined()
  })

  test('one part is added, several are offered, none is said', () => {
    expect(decideScan('P1', [{ partId: 1 }])).toEqual({ kind: 'add', part: { partId: 1 } })
    expect(decideScan('P1', [{ partId: 1 }, { partId: 2 }])).toMatchObject({ kind: 'choose' })
    expect(decideScan('P1', [])).toEqual({ kind: 'unknown', message: '未找到配件 P1' })
  })

  test('a repeat is the same part, location and batch of no former document', () => {
    const lines = [
      { partId: 1, locationId: 5, batchNo: '' },
      { partId: 1, locationId: null, batchNo: '', sourceLineId: 9 },
      { partId: 1, locationId: null, batchNo: 'B1' },
    ]
    expect(repeatedLine(lines, { partId: 1, locationId: 5 })).toBe(lines[0])
    expect(repeatedLine(lines, { partId: 1, locationId: null })).toBeUndefined()
    expect(repeatedLine(lines, { partId: 1, batchNo: 'B1' })).toBe(lines[2])
  })
})
