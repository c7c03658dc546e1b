import { documentAmounts } from '@chepu/contract/kernel/amounts'
import { describe, expect, test } from 'vitest'
import { parseTable, pastedLines, tableText } from './line-grid-paste'
import { type GridLine, LineStore } from './line-grid-store'
import { discountText, numberText, rateText, showMoney, showRate } from './line-grid-text'
import { LineTotals } from './line-totals'
import { decideScan, repeatedLine, ScanMeter } from './scanner'

interface TestLine extends GridLine {
  partId: number | null
  qty: string
  price: string
  discountRate: string
  taxRate: string
  netAmount: string | null
}

const store = (appending = true) =>
  new LineStore<TestLine>(
    () => ({ partId: null, qty: '', price: '', discountRate: '1', taxRate: '0.13', netAmount: null }),
    (line) => line.partId === null,
    appending,
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
    expect(lines.blankAt(lines.length - 1)).toBe(true)
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
  test('reads quoted cells, skips blank rows', () => {
    expect(parseTable('a\t"b\n""c"""\r\n\t\r\nd\te')).toEqual([
      ['a', 'b\n"c"'],
      ['d', 'e'],
    ])
    expect(
      parseTable(
        tableText([
          ['x\ty', '1'],
          ['"q"', '2'],
        ]),
      ),
    ).toEqual([
      ['x\ty', '1'],
      ['"q"', '2'],
    ])
  })

  test('takes 编码|数量|单价 without a heading; blank quantity is 1', () => {
    expect(pastedLines(parseTable('P000001\t２\t￥1,200.50\nP000002\n'))).toEqual([
      { at: 1, code: 'P000001', qty: '2', price: '1200.5', location: '', batch: '' },
      { at: 2, code: 'P000002', qty: '1', price: '', location: '', batch: '' },
    ])
  })

  test('takes columns in any order under a heading and numbers lines as the sheet does', () => {
    expect(pastedLines(parseTable('名称\t单价\t编码或OE号*\t数量*\n机滤\t18\t04152-YZZA1\t3'))).toEqual([
      { at: 2, code: '04152-YZZA1', qty: '3', price: '18', location: '', batch: '' },
    ])
  })

  test('reads 2,000 lines', () => {
    const text = Array.from({ length: 2000 }, (_, i) => `P${i}\t${i + 1}\t9.9`).join('\n')
    expect(pastedLines(parseTable(text))).toHaveLength(2000)
  })
})

describe('typed figures', () => {
  test.each([
    ['１２．５', '12.5'],
    ['￥1,234.50', '1234.5'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['-3', '-3'],
    ['abc', 'abc'],
    ['', ''],
  ])('number %s is %s', (typed, value) => expect(numberText(typed)).toBe(value))

  test.each([
    ['13', '0.13'],
    ['13%', '0.13'],
    ['0.13', '0.13'],
    ['1', '0.01'],
    ['0.5%', '0.005'],
    ['0', '0'],
  ])('tax rate %s is %s', (typed, value) => expect(rateText(typed)).toBe(value))

  test.each([
    ['95', '0.95'],
    ['9.5', '0.95'],
    ['8折', '0.8'],
    ['0.95', '0.95'],
    ['1', '1'],
    ['100%', '1'],
  ])('discount %s is %s', (typed, value) => expect(discountText(typed)).toBe(value))

  test('shows figures for people and leaves other text alone', () => {
    expect(showRate('0.13')).toBe('13%')
    expect(showMoney('1234.5')).toBe('1,234.50')
    expect(showMoney('1x')).toBe('1x')
  })
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
