import { describe, expect, it } from 'vitest'
import { listSheet } from './list-print'
import { labelHtml } from './label-template'
import { receiptHtml } from './print-receipt'
import { printHtml, type PrintSheet } from './print-template'

const sheet: PrintSheet = {
  organisation: '沪东汽配',
  title: '销售出库单',
  number: 'XS2601010001',
  fields: [{ title: '客户', value: '<顺达> & 汽修' }],
  columns: [
    { key: '#', title: '序号', share: 5 },
    { key: 'partName', title: '配件名称', share: 30 },
    { key: 'qty', title: '数量', kind: 'qty', share: 10 },
    { key: 'price', title: '单价', kind: 'price', share: 10 },
    { key: 'taxed', title: '金额', kind: 'money', share: 15 },
  ],
  lines: Array.from({ length: 20 }, (_, i) => ({
    partName: `机滤${i + 1}`,
    qty: '2.0000',
    price: '10',
    taxed: '20.05',
  })),
  amount: '401.00',
  signatures: [{ title: '制单', value: '王芳' }],
}
const count = (html: string, text: string) => html.split(text).length - 1

describe('the continuous three-part form', () => {
  const html = printHtml([sheet], 'form', [[9, 9, 2]])
  it('repeats head and signatures on each page', () => {
    expect(count(html, '<section class="sheet">')).toBe(3)
    expect(count(html, '<h1>销售出库单</h1>')).toBe(3)
    expect(count(html, '制单：</b>王芳')).toBe(3)
    expect(html).toContain('第3页/共3页')
    expect(html).toContain('size:241mm 140mm')
  })
  it('has a subtotal on each page, and on the last the total, also in capitals', () => {
    expect(count(html, '本页小计')).toBe(3)
    expect(html).toContain('<td class="num">18</td><td></td><td class="num">180.45</td>')
    expect(count(html, '>合计</td>')).toBe(1)
    expect(html).toContain('<td class="num">40</td><td></td><td class="num">401.00</td>')
    expect(html).toContain('合计大写：肆佰零壹元整')
  })
  it('numbers the lines through all pages', () => {
    expect(html).toContain('<div>20</div></td><td class=""><div>机滤20</div>')
  })
})

it('has no subtotal on a single page', () => {
  const html = printHtml([sheet], 'a4', [[20]])
  expect(count(html, '<section class="sheet">')).toBe(1)
  expect(html).not.toContain('本页小计')
})

it('sums the two sides of a paper each by itself, on every page and on a strip', () => {
  const columns = sheet.columns.slice(0, 3)
  const line = (isKit: boolean, qty: string) => ({ partName: '保养套装', isKit, qty })
  const lines = [line(true, '2'), line(false, '8'), line(false, '1.5')]
  const sides = { key: 'isKit', labels: { true: '成品', false: '配件' } }
  const kit = { ...sheet, columns, lines, sides, amount: undefined }
  const html = printHtml([kit], 'a4', [[2, 1]])
  expect(html).toContain('<td colspan="2">成品合计</td><td class="num">2</td>')
  expect(html).toContain('<td colspan="2">配件合计</td><td class="num">9.5</td>')
  expect(html).toContain('<td colspan="2">成品本页小计</td><td class="num">2</td>')
  expect(html).toContain('<td colspan="2">配件本页小计</td><td class="num">8</td>')
  expect(count(html, '配件本页小计')).toBe(2)
  expect(count(html, '>合计<')).toBe(0)
  expect(receiptHtml([kit])).toMatch(/成品合计.*<span>2<\/span>.*配件合计.*<span>9.5<\/span>/)
})

it('gives a field of the head the columns that it fills', () => {
  const fields = [
    { title: '日期', value: '2026-03-05' },
    { title: '往来单位', value: '江城博世汽车配件销售有限公司' },
    { title: '地址', value: '湖北省武汉市江汉区解放大道与新华路交叉口汽配城二期十八栋一层一〇六号' },
  ]
  const html = printHtml([{ ...sheet, fields }], 'a4', [[20]])
  expect(html).toContain('<span><b>日期：')
  expect(html).toContain('<span class="wide"><b>往来单位：')
  expect(html).toContain('<span class="long"><b>地址：')
})

it('has no row of sums where nothing is summed', () => {
  const columns = sheet.columns.filter(({ kind }) => kind === undefined)
  const html = printHtml([{ ...sheet, columns, amount: undefined }], 'form', [[9, 9, 2]])
  expect(count(html, '<tr class="line">')).toBe(20)
  expect(html).not.toMatch(/合计|小计/)
})

it('marks reprints and red documents, and never the first print', () => {
  expect(printHtml([{ ...sheet, printNo: 1 }], 'a4', [[20]])).not.toContain('次打印')
  expect(printHtml([{ ...sheet, printNo: 3, isRed: true }], 'a4', [[20]])).toMatch(/第3次打印[\s\S]*红字/)
})

it('writes names as text, not as markup', () => {
  const html = printHtml([sheet], 'a4', [[20]])
  expect(html).toContain('&#60;顺达&#62; &#38; 汽修')
  expect(html).not.toContain('<顺达>')
  const mark = { kind: 'bars', rows: ['101'], dots: 2 } as const
  expect(labelHtml({ title: '<b>', lines: [], code: 'A' }, mark)).toContain('&#60;b&#62;')
})

it('prints a list with the columns on screen, coded values in Chinese', () => {
  const columns = [
    { key: 'name', title: '单位' },
    { key: 'kind', title: '发票', labels: { none: '不开票' } },
    { key: 'open', title: '未付', kind: 'money' as const },
  ]
  const rows = [
    { name: '曼牌', kind: 'none', open: '-1.5' },
    { name: '博世', kind: 'none', open: '3' },
  ]
  const html = printHtml([listSheet({ rows, columns }, { organisation: '沪东汽配', title: '应付账款' })], 'wide', [[2]])
  expect(html).toContain('size:297mm 210mm')
  expect(html).toContain('<div>不开票</div>')
  expect(html).toContain('<td class="num">1.50</td>')
})

it('sets long figures smaller instead of cutting them', () => {
  const lines = [{ taxed: '12345678.90' }, { taxed: '1.00' }]
  const html = printHtml(
    [{ ...sheet, columns: [{ key: 'taxed', title: '金额', kind: 'money', share: 1 }], lines }],
    'a4',
    [[2]],
  )
  expect(html).toContain('<td class="num small"><div>12,345,678.90</div>')
  expect(html).toContain('<td class="num"><div>1.00</div>')
})
