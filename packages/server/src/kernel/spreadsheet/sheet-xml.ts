import { own } from '../base/own'
import { faithfulDigits } from './cell'

/** What a column holds. All but `text` make numeric cells; in a `text` column 00123 stays 00123. */
export type ColumnKind = 'text' | 'number' | 'date'

export interface SheetColumn {
  title: string
  /** In characters of the default font; a Chinese character takes two. */
  width?: number
  kind: ColumnKind
}

/** Indexes into `cellXfs` of `stylesXml`. Numbers have one style for each count of decimals from 0 to 8. */
const style = { plain: 0, header: 1, text: 2, date: 3, time: 4, number: 5 }
const mostDecimals = 8
/** Excel refuses a file with a longer cell. */
const longestText = 32_767

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Opens a sheet: column widths and formats, lines of text that say what the sheet is, then the titles, in bold and frozen with
 * all that is above them.
 */
export function sheetStart(columns: SheetColumn[], head: readonly string[]): string {
  const headerRow = head.length + 1
  const widths = columns.map(
    ({ title, kind, width = Math.max(kind === 'text' ? 14 : 10, displayWidth(title) + 4) }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${columnStyle(kind)}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, index) => textCell(columnLetters(index) + headerRow, title, style.header))
  const lines = head.map((line, index) => `<row r="${index + 1}">${textCell(`A${index + 1}`, line, style.plain)}</row>`)
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${lines.join('')}<row r="${headerRow}">${titles.join('')}</row>`
}

/** Rows of a sheet from its header to the last one that a filter may hide, counted from 1. */
interface Filtered {
  first: number
  last: number
}

/** Closes a sheet and offers a filter on every column. */
export function sheetEnd(columns: SheetColumn[], { first, last }: Filtered): string {
  return `</sheetData><autoFilter ref="A${first}:${columnLetters(columns.length - 1)}${last}"/></worksheet>`
}

/** Row `number`, counted from 1 as the sheet shows it. */
export function rowXml(columns: SheetColumn[], values: readonly unknown[], number: number): string {
  let cells = ''
  for (const [index, { kind }] of columns.entries())
    cells += cellXml(columnLetters(index) + number, values[index], kind)
  return `<row r="${number}">${cells}</row>`
}

function cellXml(ref: string, value: unknown, kind: ColumnKind): string {
  if (value === null || value === undefined || value === '') return ''
  const text = plainText(value, kind)
  if (kind === 'date') return dateCell(ref, text)
  return kind === 'text' ? textCell(ref, text, style.text) : numberCell(ref, text)
}

/** The digits go into the file as they are, shown with as many decimals; digits that a double cannot hold stay text. */
function numberCell(ref: string, value: string): string {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === '' || (whole + fraction).replace(/^0+/, '').length > faithfulDigits)
    return textCell(ref, value, style.text)
  const index = fraction.length > mostDecimals ? style.plain : style.number + fraction.length
  return `<c r="${ref}" s="${index}"><v>${value}</v></c>`
}

function dateCell(ref: string, value: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(value) ?? []
  const moment = new Date(`${day}T${time ?? '00:00'}Z`)
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}`)
  // Serial days count from 30 December 1899, which holds from 1 March 1900 on; before, Excel has a leap day too many.
  const serial = moment.getTime() / 86_400_000 + 25_569
  if (!exists || serial < 61) return textCell(ref, value, style.text)
  return `<c r="${ref}" s="${time ? style.time : style.date}"><v>${serial}</v></c>`
}

/** Always an inline string, never a formula, whatever it starts with. */
function textCell(ref: string, value: string, index: number): string {
  const text = value.length > longestText ? `${value.slice(0, longestText - 1)}…` : value
  return `<c r="${ref}" s="${index}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

/** What a cell says: a moment in Asia/Shanghai, all else as it is. */
export function plainText(value: unknown, kind: ColumnKind): string {
  if (kind === 'date' && isMoment(value)) return shanghaiTime(new Date(value)).replace('T', ' ')
  return String(value)
}

/** A moment, as a Date or as the database's text of one; a calendar day or a local time is none. */
const isMoment = (value: unknown): value is Date | string =>
  value instanceof Date || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))

/** China has kept one time zone without summer time since 1992. */
const shanghaiTime = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)

const columnStyle = (kind: ColumnKind) => (kind === 'text' ? style.text : kind === 'date' ? style.date : style.plain)

/** Titles and texts mix both widths; everything above U+2E7F (Chinese) is drawn twice as wide. */
const displayWidth = (text: string) => [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 0)

const letters: string[] = []
function columnLetters(index: number): string {
  letters[index] ??=
    (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
  return letters[index]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML cannot carry control characters, so spreadsheets write them as _x0001_, and a literal _x0001_ with its _ escaped. */
function escapeXml(text: string): string {
  if (!/[&<>"_]|[^\t\n -\ufffd]/.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\t\n -\ufffd]/g, (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (char) => own(entities, char) ?? char)
}

/** A name Excel accepts: at most 31 characters without : \ / ? * [ ], numbered from the second sheet on. */
export function sheetName(name: string, index: number): string {
  const suffix = index === 0 ? '' : `(${index + 1})`
  return name.replace(/[:\\/?*[\]']/g, ' ').slice(0, 31 - suffix.length) + suffix
}

function stylesXml(): string {
  const decimals = Array.from({ length: mostDecimals + 1 }, (_, count) =>
    count === 0 ? '0' : `0.${'0'.repeat(count)}`,
  )
  const formats = [
    'yyyy-mm-dd',
    'yyyy-mm-dd hh:mm:ss',
    ...decimals.map((format) => `#,##${format};[Red]-#,##${format}`),
  ]
  const xf = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  return `${declaration}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
    .join(
      '',
    )}</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 3}">${xf(0, 0)}${xf(49, 1)}${xf(49, 0)}${formats
    .map((_, index) => xf(164 + index, 0))
    .join('')}</cellXfs></styleSheet>`
}

/** A sheet as the parts around it name it. */
export interface SheetEntry extends Filtered {
  name: string
  columns: number
}

/** The parts that bind the sheets together; Excel wants the filtered rows named here as well. */
export function packageParts(sheets: SheetEntry[]): Record<string, string> {
  const each = (line: (sheet: SheetEntry, index: number) => string) => sheets.map(line).join('')
  return {
    'xl/styles.xml': stylesXml(),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(
      ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )}</sheets><definedNames>${each(
      ({ name, columns, first, last }, index) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escapeXml(name)}'!$A$${first}:$${columnLetters(columns - 1)}$${last}</definedName>`,
    )}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${each(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${each(
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
    )}</Types>`,
  }
}
