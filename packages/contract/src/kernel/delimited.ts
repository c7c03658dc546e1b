import { halfWidth } from './typed'

/** A quoted cell that does not end where cells do; `row` as in the sheet. */
export class UnclosedCell extends Error {
  constructor(readonly row: number) {
    super(`row ${row}`)
  }
}

/**
 * Cells of a text with one row a line: what a spreadsheet copies (tabs) or saves as CSV. Quoted cells may hold delimiters, line
 * breaks and doubled quotes. Blank rows stay, so that row i is row i + 1 of the sheet.
 * @throws UnclosedCell when a quoted cell has more than `mostQuoted` characters
 */
export function parseDelimited(text: string, delimiter: string, mostQuoted = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]
    if (quoted) {
      if (cell.length > mostQuoted) throw new UnclosedCell(rows.length + 1)
      if (sign !== '"') cell += sign
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === delimiter) endCell()
    else if (sign === '\n' || (sign === '\r' && text[i + 1] !== '\n')) endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/**
 * What a CSV file puts between its cells: the most frequent of tab, semicolon and comma outside quotes in the first line that has any. Above it may stand
 * lines of one cell that say what the file is.
 */
function delimiterOf(text: string): string {
  const line =
    text
      .replace(/"[^"]*"/g, '')
      .split(/[\r\n]+/)
      .find((each) => /[\t;,]/.test(each)) ?? ''
  const counted = ['\t', ';', ','].map((sign) => ({ sign, count: line.split(sign).length }))
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).sign
}

/** What a spreadsheet program would work out, or a caller could make it run. */
const formula = /^[=+\-@\t\r]/

/** Text as a CSV cell that no program takes for a formula: an apostrophe makes it text, as in a sheet. */
export const safeCell = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** What a CSV cell says, without that apostrophe; programs write ="00123" so that Excel keeps the zeros. */
function csvCell(cell: string): string {
  const kept = /^="([^"]*)"$/.exec(cell)?.[1]
  return kept ?? (cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell)
}

/**
 * Cells of a CSV file as those who wrote it meant them. Row i is row i + 1 of the sheet.
 * @throws UnclosedCell when a quoted cell has more than `mostQuoted` characters
 */
export const csvRows = (text: string, mostQuoted?: number): string[][] =>
  parseDelimited(text, delimiterOf(text), mostQuoted).map((cells) => cells.map(csvCell))

/** Whether this is what Excel made of a long number when it saved, such as 6.90123E+12: its last digits are lost. */
export const isCutNumber = (text: string): boolean => /^\d(\.\d+)?E\+\d{2,}$/.test(text)

/** What whoever typed the number is told. */
export const cutNumber = '数字超过15位，Excel已丢失末尾数字，请将单元格设为文本格式后重新填写'

/** Whether a row has nothing in it but blanks. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => halfWidth(cell).trim() === '')

// Node and browsers both have it; the contract is compiled without the types of either.
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string }

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or what Chinese Windows writes (GBK, GB18030). Undefined when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  for (const label of marked ? [marked] : ['utf-8', 'gb18030']) {
    const text = decodedAs(label, bytes)
    // oxlint-disable-next-line no-control-regex
    if (text !== undefined) return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text
  }
  return undefined
}

/** Without the mark at its beginning; undefined when the bytes are not in this encoding. */
function decodedAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
