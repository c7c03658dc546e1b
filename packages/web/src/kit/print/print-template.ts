// One template for all papers: the sheet is cut into pages here and not by the browser, because the pages of a continuous
// form must each carry the head, a subtotal and the signatures. Where to cut is measured first (print-measure).
import { isCounted } from '@chepu/contract/kernel/amounts'
import { add, type Decimal } from '@chepu/contract/kernel/decimal'
import { yuanInWords } from './rmb-words'
import { type ColumnKind, isSummed } from '@chepu/contract/kernel/query'
import { isFigure, textOf, valueOf } from '../list/columns'
import { moneyText, qtyText } from '../base/format'
import { markPath } from '../base/qr'

export interface PrintColumn {
  /** Field of a line; '#' is the running number. */
  key: string
  title: string
  /** What stands above the column on this paper, where its figures need a more exact word than the title. */
  heading?: string | undefined
  kind?: ColumnKind
  /** Share of the paper's width. */
  share: number
  total?: boolean
  /** Chinese text of coded values. */
  labels?: Readonly<Record<string, string>>
  /** Left out when no line says anything in it. */
  optional?: boolean
}

export interface PrintField {
  /** Name by which a template chooses it. */
  key?: string
  title: string
  /** An empty one is not printed in the head. */
  value: string
  /** Stands beside the value, as a data URL: how somebody signed. */
  picture?: string | undefined
}

/** A QR code as its modules, with what it is for. */
export interface PrintQr {
  rows: readonly string[]
  note: string
}

/** Field of a line that says its side, and what each value of it is called. */
export interface PrintSides {
  key: string
  labels: Readonly<Record<string, string>>
}

export interface PrintSheet {
  organisation: string
  title: string
  /** Document number, printed with its barcode. */
  number?: string | undefined
  /** The barcode as SVG. */
  barcode?: string | undefined
  isRed?: boolean | undefined
  /** What the paper says of its document's state, for example 草稿. */
  mark?: string | undefined
  fields: readonly PrintField[]
  columns: readonly PrintColumn[]
  lines: readonly object[]
  /** Lines of two sides that do not add up to anything: each is summed by itself. */
  sides?: PrintSides | undefined
  /** Amount that is also written in capitals (合计大写); leave out for papers without money. */
  amount?: Decimal | undefined
  /** What that amount is, where it is not what the lines come to. */
  amountTitle?: string | undefined
  /** Further figures of the last page, for example 整单优惠. */
  extras?: readonly PrintField[]
  /** What stands on the customer's cards after it, below the amount. */
  balances?: readonly PrintField[] | undefined
  remark?: string | undefined
  /** Under the lines of every page: title, and the name that is already known. */
  signatures?: readonly PrintField[]
  /** Which print this is; from the second on the paper says 第N次打印. */
  printNo?: number | undefined
  /** Picture in the head, as a data URL. */
  logo?: string | undefined
  /** Small print at the foot. */
  foot?: string | undefined
  /** A paper by which somebody pays: the site's 结算尾注 stands at its foot besides. */
  settles?: boolean | undefined
  /** How to reach the organisation, beside the foot. */
  contact?: string | undefined
  /** Goes to the customer, who may have a code on it. */
  takesQr?: boolean | undefined
  qr?: PrintQr | undefined
}

/** Papers that are cut into pages; the till's strip is not (print-receipt). */
export const papers = {
  a4: { label: 'A4', width: 210, height: 297, margin: '12mm 10mm 10mm', row: 7.2, fieldColumns: 3 },
  form: {
    label: '三联单 241×140',
    width: 241,
    height: 140,
    // The tractor holes take 12.7 mm on either side.
    margin: '6mm 15mm 4mm',
    row: 7.2,
    fieldColumns: 4,
  },
  /** For lists and statements with many columns. */
  wide: { label: 'A4横向', width: 297, height: 210, margin: '10mm 12mm 8mm', row: 7.2, fieldColumns: 4 },
} as const
export type PaperKey = keyof typeof papers

/** Pictures come from the server, which has checked them; anything else is not drawn. */
const pictureHtml = (kind: string, picture: string | undefined): string =>
  picture && /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/.test(picture)
    ? `<img class="${kind}" alt="" src="${picture}">`
    : ''

/** The code at the end of a sheet; nothing on one without. */
export const qrHtml = ({ qr }: Pick<PrintSheet, 'qr'>): string =>
  qr === undefined
    ? ''
    : `<svg viewBox="0 0 ${qr.rows.length} ${qr.rows.length}"><path d="${markPath(qr)}"/></svg><span>${escapeHtml(qr.note)}</span>`

export const logoHtml = (logo: string | undefined): string => pictureHtml('logo', logo)

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

export const headingOf = ({ heading, title }: PrintColumn): string => heading ?? title

/** Alternatives that were not chosen stand on the paper and in no sum. */
export const sumOf = (lines: readonly object[], key: string): Decimal =>
  add(...lines.filter(isCounted).map((line) => String(valueOf(line, key) ?? '') || '0'))

export const isUsed = (column: PrintColumn, lines: readonly object[]) =>
  lines.some((line) => textOf(valueOf(line, column.key), column) !== '')

/** A figure is never cut or broken on paper: the longer it is, the smaller it is set. */
const figureClass = (text: string) => (text.length > 13 ? 'num tiny' : text.length > 11 ? 'num small' : 'num')

const align = (column: PrintColumn, text = '') =>
  column.key === '#' ? 'mid' : isFigure(column) ? figureClass(text) : ''

/** Lines that are summed together, with what their sum is called: all of them, or those of each side. */
export function sumsOf(title: string, lines: readonly object[], sides: PrintSides | undefined): [string, object[]][] {
  if (!sides) return [[title, [...lines]]]
  return Object.entries(sides.labels).flatMap(([value, label]): [string, object[]][] => {
    const own = lines.filter((line) => String(valueOf(line, sides.key)) === value)
    return own.length > 0 ? [[`${label}${title}`, own]] : []
  })
}

/** Rows of sums, of each side where the paper has two. */
const totalsRows = (
  title: string,
  lines: readonly object[],
  { columns, sides }: Pick<PrintSheet, 'columns' | 'sides'>,
  kind: 'subtotal' | 'end',
): string =>
  sumsOf(title, lines, sides)
    .map(([named, own]) => totalsRow(named, own, columns, kind))
    .join('')

/** A row of sums; nothing on a paper that sums nothing, such as new prices or a list to write on. */
function totalsRow(
  title: string,
  lines: readonly object[],
  columns: readonly PrintColumn[],
  kind: 'subtotal' | 'end',
): string {
  const firstSum = columns.findIndex((column) => isSummed(column))
  if (firstSum < 0) return ''
  const lead = Math.max(firstSum, 1)
  const cells = columns.slice(lead).map((column) => {
    if (!isSummed(column)) return '<td></td>'
    const sum = sumOf(lines, column.key)
    const text = column.kind === 'money' ? moneyText(sum) : qtyText(sum)
    return `<td class="${figureClass(text)}">${text}</td>`
  })
  return `<tr class="sum ${kind}"><td colspan="${lead}">${title}</td>${cells.join('')}</tr>`
}

function lineRow(line: object, no: number, columns: readonly PrintColumn[]): string {
  const cells = columns.map((column) => {
    const text = column.key === '#' ? String(no) : textOf(valueOf(line, column.key), column)
    return `<td class="${align(column, text)}"><div>${escapeHtml(text)}</div></td>`
  })
  return `<tr class="line">${cells.join('')}</tr>`
}

/** Room that a text takes, a Chinese sign two. */
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u00ff' ? 2 : 1), 0)

/** What one column of the head holds in a line, on the narrowest paper, and what two of them hold. */
const fieldWidths = { one: 28, two: 62 }

/** A field takes the columns of the head that it fills; others close up around it (`dense`), so that neither breaks nor leaves a hole. */
function spanOf({ title, value }: PrintField): string {
  const width = widthOf(`${title}：${value}`)
  if (width <= fieldWidths.one) return ''
  return ` class="${width <= fieldWidths.two ? 'wide' : 'long'}"`
}

export const pair = (field: PrintField): string =>
  `<span${spanOf(field)}><b>${escapeHtml(field.title)}：</b>${escapeHtml(field.value)}${pictureHtml('signed', field.picture)}</span>`

/** What stands in brackets beside the title. */
export const marksOf = (sheet: PrintSheet): string =>
  [sheet.isRed ? '红字' : '', sheet.mark ?? '']
    .filter((mark) => mark !== '')
    .map((mark) => `<i class="red">（${escapeHtml(mark)}）</i>`)
    .join('')

export const filled = (fields: readonly PrintField[]) => fields.filter((field) => field.value !== '')

function headOf(sheet: PrintSheet): string {
  const again = (sheet.printNo ?? 1) > 1 ? `<em>第${sheet.printNo}次打印</em>` : ''
  const number = sheet.number
    ? `<div class="no">${sheet.barcode ?? ''}<span>${escapeHtml(sheet.number)}</span></div>`
    : ''
  return `<header><div class="mark">${logoHtml(sheet.logo)}${again}</div>
<div class="name"><p>${escapeHtml(sheet.organisation)}</p><h1>${escapeHtml(sheet.title)}${marksOf(sheet)}</h1></div>${number}</header>
<div class="fields">${filled(sheet.fields).map(pair).join('')}</div>`
}

function footOf(sheet: PrintSheet, page: number, pages: number): string {
  const signatures = (sheet.signatures ?? []).map(pair).join('')
  return `<div class="sign">${signatures}</div>
<footer><span>${escapeHtml(sheet.foot ?? '')}</span><span class="contact">${escapeHtml(sheet.contact ?? '')}</span><span>第${page}页/共${pages}页</span></footer>`
}

function endOf(sheet: PrintSheet, columns: readonly PrintColumn[]): string {
  const span = columns.length
  const amount =
    sheet.amount === undefined
      ? ''
      : `<tr class="sum end"><td colspan="${span}" class="cap"><span>${escapeHtml(sheet.amountTitle ?? '合计')}大写：${yuanInWords(sheet.amount)}</span>` +
        `<span>￥${moneyText(sheet.amount)}</span>${(sheet.extras ?? []).map(pair).join('')}</td></tr>`
  const balances = (sheet.balances ?? [])
    .map((field) => `<tr class="end"><td colspan="${span}">${pair(field)}</td></tr>`)
    .join('')
  const remark = sheet.remark ? `<tr class="end"><td colspan="${span}">备注：${escapeHtml(sheet.remark)}</td></tr>` : ''
  const qr = sheet.qr ? `<tr class="end"><td colspan="${span}" class="qr">${qrHtml(sheet)}</td></tr>` : ''
  return totalsRows('合计', sheet.lines, { ...sheet, columns }, 'end') + amount + balances + remark + qr
}

/** The pages of one sheet as HTML, with as many lines on each as `cut` says. */
function sheetHtml(sheet: PrintSheet, cut: readonly number[]): string {
  const columns = sheet.columns.filter((column) => !column.optional || isUsed(column, sheet.lines))
  const starts = cut.map((_, i) => cut.slice(0, i).reduce((sum, count) => sum + count, 0))
  return cut
    .map((count, i) => {
      const start = starts[i] ?? 0
      const lines = sheet.lines.slice(start, start + count)
      const rows = lines.map((line, at) => lineRow(line, start + at + 1, columns)).join('')
      const subtotal = cut.length > 1 ? totalsRows('本页小计', lines, { ...sheet, columns }, 'subtotal') : ''
      const end = i === cut.length - 1 ? endOf(sheet, columns) : ''
      return pageHtml(sheet, columns, rows + subtotal + end, footOf(sheet, i + 1, cut.length))
    })
    .join('\n')
}

function pageHtml(sheet: PrintSheet, columns: readonly PrintColumn[], rows: string, foot: string): string {
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const cols = columns.map((column) => `<col style="width:${((column.share / shares) * 100).toFixed(2)}%">`).join('')
  const heads = columns.map((column) => `<th class="${align(column)}">${escapeHtml(headingOf(column))}</th>`).join('')
  return `<section class="sheet">${headOf(sheet)}
<table><colgroup>${cols}</colgroup><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>
${foot}</section>`
}

const css = (paper: PaperKey) => {
  const { width, height, margin, row, fieldColumns } = papers[paper]
  return `@page{size:${width}mm ${height}mm;margin:0}
*{box-sizing:border-box}
body{margin:0;color:#000;text-rendering:geometricPrecision;font:9.5pt/1.25 SimSun,"Songti SC","Noto Sans CJK SC",sans-serif}
.sheet{width:${width}mm;min-height:${height}mm;padding:${margin};display:flex;flex-direction:column;break-after:page}
.sheet:last-child{break-after:auto}
header{display:grid;grid-template-columns:1fr auto 1fr;align-items:end;margin-bottom:1.5mm}
.name{text-align:center}.name p{margin:0;font-size:11pt}
h1{margin:.5mm 0 0;font-size:15pt;letter-spacing:2mm;font-weight:700}
.mark em{font-style:normal;border:1px solid #000;padding:.3mm 1.5mm;font-size:8.5pt}
.red{font-style:normal;color:#c00;letter-spacing:0;font-size:11pt}
.no{justify-self:end;text-align:center;font-size:8.5pt}.no svg{display:block;height:8mm;width:44mm}.no span{display:block}
.fields span{overflow-wrap:anywhere}.fields .wide{grid-column:span 2}.fields .long{grid-column:1/-1}.fields{display:grid;grid-auto-flow:row dense;grid-template-columns:repeat(${fieldColumns},1fr);gap:.6mm 3mm;margin-bottom:1.2mm}
b{font-weight:400}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{border:.25mm solid #000;padding:0 1mm;text-align:left;vertical-align:middle;overflow-wrap:anywhere}
th{height:6mm;font-weight:700;font-size:9pt;line-height:1.1}
.line td{height:${row}mm;padding-block:.5mm}.line div{line-height:1.1;font-size:8.5pt}
.sum td{height:6mm;font-weight:700;font-size:8.5pt}
td.num,th.num{text-align:right;font-variant-numeric:tabular-nums}
td.small,td.small div{font-size:7.5pt}td.tiny,td.tiny div{font-size:6.5pt}td.mid,th.mid{text-align:center}
.cap span{margin-right:6mm;display:inline-block}
.qr svg{height:24mm;width:24mm;vertical-align:middle;margin-right:3mm}
.sign{display:flex;gap:6mm;margin-top:2mm}.sign span{flex:1}
footer{display:flex;gap:4mm;justify-content:space-between;align-items:flex-end;margin-top:auto;padding-top:1mm;font-size:8pt}
footer span{overflow-wrap:anywhere}footer span:last-child{flex-shrink:0}
.logo{display:block;max-height:12mm;max-width:44mm;margin-bottom:.5mm}
.signed{height:9mm;max-width:36mm;vertical-align:middle}
@media screen{body{background:#8a93a0;padding:4mm 0}.sheet{background:#fff;margin:0 auto 4mm;box-shadow:0 1px 6px #0006}}`
}

export const page = (title: string, style: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  `<style>${style}</style></head><body>${body}</body></html>`

const titleOf = (sheets: readonly PrintSheet[]) => sheets[0]?.number ?? sheets[0]?.title ?? ''

/**
 * A print page of one or more sheets on one paper: A4, or the continuous three-part form of 241x140 mm. Every page repeats
 * head, column titles and signatures; several pages carry 本页小计; the last one 合计 and the amount in capitals. `cuts`
 * says of each sheet how many lines stand on each of its pages.
 */
export const printHtml = (
  sheets: readonly PrintSheet[],
  paper: PaperKey,
  cuts: readonly (readonly number[])[],
): string => page(titleOf(sheets), css(paper), sheets.map((sheet, i) => sheetHtml(sheet, cuts[i] ?? [])).join('\n'))

// A picture is not there yet when the heights are taken.
const flowCss = '.sheet{min-height:0}.logo{height:12mm}'

/** The same with every sheet on one page as long as it needs, and all rows that a page may carry, to be measured. */
export const flowHtml = (sheets: readonly PrintSheet[], paper: PaperKey): string =>
  page(
    titleOf(sheets),
    css(paper) + flowCss,
    sheets
      .map((sheet) => {
        const columns = sheet.columns.filter((column) => !column.optional || isUsed(column, sheet.lines))
        const rows = sheet.lines.map((line, i) => lineRow(line, i + 1, columns)).join('')
        const subtotal = totalsRows('本页小计', sheet.lines, { ...sheet, columns }, 'subtotal')
        return pageHtml(sheet, columns, rows + subtotal + endOf(sheet, columns), footOf(sheet, 1, 1))
      })
      .join('\n'),
  )
