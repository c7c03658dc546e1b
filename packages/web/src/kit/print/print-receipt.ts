// The paper of an 80 mm till printer: one strip as long as what stands on it. A line of the document takes two rows, what it
// is above and its figures below, since no table of a document's columns fits on 72 mm.
import { yuanInWords } from './rmb-words'
import { isSummed } from '@chepu/contract/kernel/query'
import { isFigure, textOf, valueOf } from '../list/columns'
import { moneyText, qtyText } from '../base/format'
import {
  escapeHtml,
  filled,
  headingOf,
  isUsed,
  logoHtml,
  marksOf,
  page,
  pair,
  type PrintColumn,
  type PrintSheet,
  qrHtml,
  sumOf,
  sumsOf,
} from './print-template'

/** Width of the strip in mm; the printers leave 4 mm on either side. */
const receiptWidth = 80

const css = `@page{size:${receiptWidth}mm 200mm;margin:0}
*{box-sizing:border-box}
body{margin:0;color:#000;font:9pt/1.35 "Noto Sans CJK SC","Microsoft YaHei",sans-serif}
.sheet{width:${receiptWidth}mm;padding:3mm 4mm 6mm;break-after:page;overflow:hidden}
.sheet:last-child{break-after:auto}
header{text-align:center;border-bottom:.3mm dashed #000;padding-bottom:1.5mm;margin-bottom:1.5mm}
.logo{display:block;max-height:14mm;max-width:50mm;margin:0 auto 1mm}
header p{margin:0;font-size:10pt}h1{margin:.5mm 0;font-size:13pt;letter-spacing:1mm}
.red{font-style:normal;letter-spacing:0;font-size:10pt}em{font-style:normal;border:1px solid #000;padding:0 1.5mm;font-size:8pt}
.no svg{display:block;height:9mm;width:56mm;margin:1mm auto 0}.no span{font-size:8pt}
b{font-weight:400}.fields span,.end span,.sign span{display:block;overflow-wrap:anywhere}
.lines{border-top:.3mm dashed #000;border-bottom:.3mm dashed #000;margin:1.5mm 0;padding:1mm 0}
.row{display:grid;gap:1mm}.row span{text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}.row span:first-child{text-align:left}
.heads,.sum{font-weight:700}.item{margin-top:1mm}.item p{margin:0;overflow-wrap:anywhere}
.sum{border-top:.3mm dashed #000;margin-top:1mm;padding-top:1mm}
.total{font-size:12pt;font-weight:700}.signed{height:12mm;max-width:48mm;vertical-align:middle}.sign{margin-top:2mm}.sign span{margin-bottom:3mm}
.qr{text-align:center}.qr svg{display:block;height:34mm;width:34mm;margin:0 auto}
footer{text-align:center;margin-top:1mm;font-size:8pt}footer div{overflow-wrap:anywhere}
@media screen{body{background:#8a93a0;padding:4mm 0}.sheet{background:#fff;margin:0 auto 4mm;box-shadow:0 1px 6px #0006}}`

/** Names of the sheets' pages, so that each may be as long as it is. */
const receiptPage = (index: number): string => `receipt${index}`

/** A strip of one or more sheets; `fitReceipts` gives each page its length once it is drawn. */
export const receiptHtml = (sheets: readonly PrintSheet[]): string =>
  page(sheets[0]?.number ?? sheets[0]?.title ?? '', css, sheets.map(sheetHtml).join('\n'))

function sheetHtml(sheet: PrintSheet, index: number): string {
  const again = (sheet.printNo ?? 1) > 1 ? `<em>第${sheet.printNo}次打印</em>` : ''
  const number = sheet.number
    ? `<div class="no">${sheet.barcode ?? ''}<span>${escapeHtml(sheet.number)}</span></div>`
    : ''
  const foot = [sheet.foot, sheet.contact].filter(Boolean).map((text) => `<div>${escapeHtml(text ?? '')}</div>`)
  return `<section class="sheet" style="page:${receiptPage(index)}">
<header>${logoHtml(sheet.logo)}<p>${escapeHtml(sheet.organisation)}</p><h1>${escapeHtml(sheet.title)}${marksOf(sheet)}</h1>${again}${number}</header>
<div class="fields">${filled(sheet.fields).map(pair).join('')}</div>
${linesHtml(sheet)}
<div class="end">${endHtml(sheet)}</div>
<div class="sign">${(sheet.signatures ?? []).map(pair).join('')}</div>
<div class="qr">${qrHtml(sheet)}</div>
<footer>${foot.join('')}</footer></section>`
}

function linesHtml(sheet: PrintSheet): string {
  const used = sheet.columns.filter((column) => !column.optional || isUsed(column, sheet.lines))
  const words = used.filter((column) => column.key !== '#' && column.key !== 'unitName' && !isFigure(column))
  const figures = used.filter((column) => isFigure(column))
  const unit = used.find((column) => column.key === 'unitName')
  const grid = `style="grid-template-columns:${figures.map((column) => `${column.share}fr`).join(' ')}"`
  const row = (kind: string, cells: readonly string[]) =>
    `<div class="row ${kind}" ${grid}>${cells.map((cell) => `<span>${escapeHtml(cell)}</span>`).join('')}</div>`
  const cell = (line: object, column: PrintColumn) => {
    const text = textOf(valueOf(line, column.key), column)
    return unit && column.key === 'qty' ? `${text} ${textOf(valueOf(line, unit.key), unit)}` : text
  }
  const items = sheet.lines.map((line, i) => {
    const name = words.map((column) => textOf(valueOf(line, column.key), column)).filter((text) => text !== '')
    const below =
      figures.length === 0
        ? ''
        : row(
            '',
            figures.map((column) => cell(line, column)),
          )
    return `<div class="item"><p>${i + 1}. ${escapeHtml(name.join(' '))}</p>${below}</div>`
  })
  const sumCells = (lines: readonly object[]) =>
    figures.map((column) => {
      if (!isSummed(column)) return ''
      const sum = sumOf(lines, column.key)
      return column.kind === 'money' ? moneyText(sum) : qtyText(sum)
    })
  const heads = row(
    'heads',
    figures.map((column) => headingOf(column)),
  )
  const total = sumsOf('合计', sheet.lines, sheet.sides)
    .map(([title, lines]) => ({ title, sums: sumCells(lines) }))
    .filter(({ sums }) => sums.some((sum) => sum !== ''))
    .map(({ title, sums: [first = '', ...others] }) =>
      // Where the first column is not summed, the word takes its place.
      first === '' ? row('sum', [title, ...others]) : `<div class="sum">${title}${row('', [first, ...others])}</div>`,
    )
    .join('')
  return `<div class="lines">${figures.length > 0 ? heads : ''}${items.join('')}${total}</div>`
}

function endHtml(sheet: PrintSheet): string {
  const amount =
    sheet.amount === undefined
      ? ''
      : `${(sheet.extras ?? []).map(pair).join('')}<span class="total">${escapeHtml(sheet.amountTitle ?? '合计')} ￥${moneyText(sheet.amount)}</span>` +
        `<span>${yuanInWords(sheet.amount)}</span>`
  const balances = (sheet.balances ?? []).map(pair).join('')
  return amount + balances + (sheet.remark ? `<span>备注：${escapeHtml(sheet.remark)}</span>` : '')
}

const mmPerPixel = 25.4 / 96

/** Gives every page of drawn receipts the length of its sheet; browsers know no page as long as its content. */
export function fitReceipts(paper: Document): void {
  const sheets = [...paper.querySelectorAll<HTMLElement>('.sheet')]
  const rules = sheets.map((sheet, i) => {
    const height = Math.ceil(sheet.getBoundingClientRect().height * mmPerPixel) + 1
    return `@page ${receiptPage(i)}{size:${receiptWidth}mm ${height}mm;margin:0}`
  })
  const style = paper.createElement('style')
  style.textContent = rules.join('\n')
  paper.head.append(style)
}
