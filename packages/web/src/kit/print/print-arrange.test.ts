import { printLayout } from '@chepu/contract/kernel/print-template'
import { describe, expect, it } from 'vitest'
import { arrangeSheet } from './print-arrange'
import { receiptHtml } from './print-receipt'
import { printHtml, type PrintSheet } from './print-template'

const full: PrintSheet = {
  organisation: '沪东汽配',
  title: '销售单',
  number: 'CK2601010001',
  fields: [
    { key: 'partnerName', title: '客户', value: '<顺达> & 汽修' },
    { key: 'bizDate', title: '日期', value: '2026-01-02' },
    { key: 'address', title: '地址', value: '' },
  ],
  columns: [
    { key: '#', title: '序号', share: 5 },
    { key: 'partCode', title: '编码', share: 20 },
    { key: 'partName', title: '名称', share: 30 },
    { key: 'brandName', title: '品牌', share: 10, optional: true },
    { key: 'unitName', title: '单位', share: 6 },
    { key: 'qty', title: '数量', kind: 'qty', share: 10 },
    { key: 'taxed', title: '金额', kind: 'money', share: 15 },
  ],
  lines: [
    { partCode: '04152', partName: '机滤', unitName: '个', qty: '2.0000', taxed: '58' },
    { partCode: '04465', partName: '刹车片', unitName: '套', qty: '1.5', taxed: '1120.5' },
  ],
  amount: '1178.50',
  extras: [{ title: '整单优惠', value: '1.50' }],
  signatures: [{ title: '制单', value: '王芳' }],
}
const layoutOf = (more: object) =>
  printLayout.parse({ columns: [{ key: 'partName', title: '品名', share: 40 }], ...more })

describe('a template', () => {
  it('keeps the exact heading of a column unless it names the column itself', () => {
    const columns = [{ key: 'price', title: '单价', heading: '折后价', share: 10 }]
    const headingIn = (title: string) =>
      printHtml(
        [arrangeSheet({ ...full, columns }, layoutOf({ columns: [{ key: 'price', title, share: 10 }] }))],
        'a4',
        [[9]],
      )
    expect(headingIn('单价')).toContain('>折后价</th>')
    expect(headingIn('实价')).toContain('>实价</th>')
  })

  it('chooses, orders and names fields and columns, and knows no others', () => {
    const sheet = arrangeSheet(
      full,
      layoutOf({
        title: '送货单',
        fields: [
          { key: 'bizDate', title: '送货日' },
          { key: 'partnerName', title: '收货单位' },
        ],
        columns: [
          { key: 'taxed', title: '货款', share: 20 },
          { key: 'costAmount', title: '成本', share: 20 },
          { key: 'brandName', title: '牌子', share: 10 },
        ],
        signatures: ['收货人', '制单'],
      }),
    )
    expect(sheet.title).toBe('送货单')
    expect(sheet.fields.map(({ title, value }) => `${title}=${value}`)).toEqual([
      '送货日=2026-01-02',
      '收货单位=<顺达> & 汽修',
    ])
    // A column that the sheet does not have, since the server left it out, is no column of the paper.
    expect(sheet.columns.map(({ title }) => title)).toEqual(['货款', '牌子'])
    expect(sheet.signatures).toEqual([
      { title: '收货人', value: '' },
      { title: '制单', value: '王芳' },
    ])
    expect(printHtml([sheet], 'a4', [[9]])).toContain('>牌子</th>')
  })

  it('prints no amount when told so', () => {
    const html = printHtml([arrangeSheet(full, layoutOf({ withAmount: false }))], 'a4', [[9]])
    expect(html).not.toMatch(/合计大写|整单优惠/)
    expect(printHtml([arrangeSheet(full, layoutOf({}))], 'a4', [[9]])).toContain('合计大写：壹仟壹佰柒拾捌元伍角整')
  })

  it('draws a logo only when it is a picture', () => {
    const png = 'data:image/png;base64,AAAA'
    expect(printHtml([{ ...full, logo: png }], 'a4', [[9]])).toContain(`<img class="logo" alt="" src="${png}">`)
    expect(printHtml([{ ...full, logo: 'https://elsewhere/x.png' }], 'a4', [[9]])).not.toContain('<img')
  })
})

describe('the till strip', () => {
  const html = receiptHtml([full])
  it('names each line above its figures, with the unit beside the quantity', () => {
    expect(html).toContain('<p>1. 04152 机滤</p>')
    expect(html).toContain('<span>2 个</span><span>58.00</span>')
    expect(html).toContain('<span>1.5 套</span><span>1,120.50</span>')
  })
  it('ends with the sums, the amount and what was taken off', () => {
    expect(html).toContain('合计<div class="row "')
    expect(html).toContain('<span>3.5</span><span>1,178.50</span>')
    expect(html).toContain('<span class="total">合计 ￥1,178.50</span><span>壹仟壹佰柒拾捌元伍角整</span>')
    expect(html).toContain('整单优惠：</b>1.50')
    // Where the first figure is not summed, 合计 stands on the line of its figure.
    const columns = full.columns.map((column) => (column.title === '数量' ? { ...column, total: false } : column))
    const due = receiptHtml([{ ...full, columns, amountTitle: '应收' }])
    expect(due).toMatch(/<div class="row sum" [^>]*><span>合计<\/span><span>1,178.50<\/span><\/div>/)
    expect(due).toContain('<span class="total">应收 ￥1,178.50</span>')
  })
  it('writes names as text and leaves empty fields out', () => {
    expect(html).toContain('客户：</b>&#60;顺达&#62; &#38; 汽修')
    expect(html).not.toContain('地址：')
  })
  it('says 第N次打印 from the second on, and gives each sheet a page of its own', () => {
    const two = receiptHtml([{ ...full, printNo: 2 }, full])
    expect(two.split('第2次打印')).toHaveLength(2)
    expect(two).toContain('style="page:receipt1"')
  })
})
