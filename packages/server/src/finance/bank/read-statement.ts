// Rows of a bank statement as a file has them: the header below whatever the bank wrote above it, figures in one sign, the oldest row first.
import type { BankImport, BankLineFigures } from '@chepu/contract/finance/bank'
import { bankField, type BankField, bankFields } from '@chepu/contract/finance/bank-layouts'
import { abs, add, compare, type Decimal, isZero, money, neg } from '@chepu/contract/kernel/decimal'
import { isTotalsRow } from '@chepu/contract/kernel/headings'
import { day as daySchema, signedAmount } from '@chepu/contract/kernel/scalars'
import { dayText, typedNumber } from '@chepu/contract/kernel/typed'
import { own } from '../../kernel/base/own'
import type { Cell, Row } from '../../kernel/spreadsheet/cell'
import { bankDayFault } from './day'
import { brokenRows, oldestFirst, signed } from './running-balance'

/** What the user said titles mean; '' leaves a column out. */
export type Told = Readonly<Record<string, BankField | ''>>

/** A row of the statement with its place in the file. */
export interface StatementRow extends BankLineFigures {
  row: number
}

interface Statement extends Pick<BankImport, 'titles' | 'missing' | 'faults' | 'notes'> {
  /** The oldest first. */
  rows: StatementRow[]
}

/** The header stands below at most so many rows of what the bank tells about the account. */
const rowsWithHeader = 40

/** Text of a cell without the signs that keep programs from taking a number for one. */
const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined
    ? ''
    : (typeof cell === 'string' ? cell : oddText(cell)).replace(/[`\t]/g, '').trim()
const oddText = ({ kind, text }: Exclude<Cell, string | null>): string =>
  kind === 'date' || kind === 'boolean' ? text : ''

/** A row whose sign waits for the others: `minusOf` is the column or word of what leaves beside which its figure has a minus. */
interface ReadRow extends StatementRow {
  minusOf: string
}

/** What was passed over, and rows that were read. */
interface Reading extends Record<'closed' | 'neutral' | 'zero' | 'cut', number> {
  rows: ReadRow[]
}

/**
 * Reads a statement (business/finance 4.2). Columns are known by their titles, by what was told of them, and else left out; `missing` says which of them nobody
 * has named. Faults name the row as the sheet counts it, also those of days after `today`.
 */
export function readStatement(cells: readonly Row[], told: Told, today?: string): Statement {
  const top = headerRow(cells, told)
  const titles = (cells[top] ?? []).map((cell, at) => {
    const title = textOf(cell)
    const sample =
      cells
        .slice(top + 1)
        .map((row) => textOf(row[at]))
        .find((text) => text !== '') ?? ''
    return { title, field: title === '' ? '' : (own(told, title) ?? bankField(title) ?? ''), sample }
  })
  const places = placesOf(titles)
  const missing = missingOf(places)
  const statement: Statement = {
    titles: titles.filter(({ title }) => title !== ''),
    missing,
    faults: [],
    notes: [],
    rows: [],
  }
  if (missing !== '') return statement
  const reading: Reading = { rows: [], closed: 0, neutral: 0, zero: 0, cut: 0 }
  for (const [index, row] of cells.entries()) {
    if (index <= top) continue
    try {
      readRow(new RowReader({ cells: row, row: index + 1, places, titles }), reading, today)
    } catch (error) {
      if (!(error instanceof RowFault)) throw error
      statement.faults.push({ row: index + 1, message: `第${index + 1}行 ${error.message}` })
    }
  }
  const { rows, red } = signed(reading.rows)
  const inOrder = oldestFirst(rows)
  statement.rows = inOrder.map(({ minusOf, ...row }) => row)
  statement.notes = notesOf(reading, red, brokenRows(inOrder))
  return statement
}

/** In words what was passed over, taken for 红字, and does not follow from the row before. */
function notesOf({ closed, neutral, zero, cut }: Reading, red: readonly number[], broken: readonly number[]): string[] {
  return [
    ...(closed > 0 ? [`${closed} 行交易已关闭或未成功，未导入`] : []),
    ...(neutral > 0 ? [`${neutral} 行不计收支，未导入`] : []),
    ...(zero > 0 ? [`${zero} 行金额为0，未导入`] : []),
    ...(cut > 0 ? [`${cut} 行流水号被 Excel 截断，未采用；请用银行的原始文件`] : []),
    ...(red.length > 0 ? [`${rowsText(red)}的支出为负数，按红字冲回计为收入`] : []),
    ...(broken.length > 0 ? [`${rowsText(broken)}的余额与上一笔余额加减本笔金额不符，请核对文件是否缺行`] : []),
  ]
}

/** Rows by number, the first ten of them. */
const rowsText = (rows: readonly number[]): string =>
  `第${rows
    .toSorted((a, b) => a - b)
    .slice(0, 10)
    .join('、')}行${rows.length > 10 ? `等 ${rows.length} 行` : ''}`

/** The row that knows most columns; the first filled one where none knows two. */
function headerRow(cells: readonly Row[], told: Told): number {
  const known = cells
    .slice(0, rowsWithHeader)
    .map(
      (row) =>
        new Set(row.map(textOf).flatMap((title) => (title === '' ? [] : (own(told, title) ?? bankField(title) ?? []))))
          .size,
    )
  const most = Math.max(0, ...known)
  return most >= 2
    ? known.indexOf(most)
    : Math.max(
        0,
        cells.findIndex((row) => row.some((cell) => textOf(cell) !== '')),
      )
}

type Places = Partial<Record<BankField, readonly number[]>>

/** Columns by what they mean. */
function placesOf(titles: readonly { field: string }[]): Places {
  const of = (name: string) => titles.flatMap(({ field }, at) => (field === name ? [at] : []))
  const known = Object.keys(bankFields).map((name) => [name, of(name)] as const)
  return Object.fromEntries(known.filter(([, places]) => places.length > 0))
}

/** A statement needs a day and a figure: one with a sign or a word beside it, or one of either direction. */
function missingOf({ day, income, expense, amount }: Places): string {
  if (!day) return `没有找到“${bankFields.day.title}”列`
  return income || expense || amount
    ? ''
    : `没有找到金额列：请指明“${bankFields.income.title}”“${bankFields.expense.title}”或“${bankFields.amount.title}”`
}

/** One row by its columns. */
class RowReader {
  readonly row: number
  private readonly cells: Row
  private readonly places: Places
  private readonly titles: readonly { title: string }[]

  constructor(of: { cells: Row; row: number; places: Places; titles: readonly { title: string }[] }) {
    this.row = of.row
    this.cells = of.cells
    this.places = of.places
    this.titles = of.titles
  }

  /** What the file calls a field that it has. */
  title(field: BankField): string {
    return this.titles[this.places[field]?.[0] ?? -1]?.title ?? ''
  }

  has(field: BankField): boolean {
    return this.places[field] !== undefined
  }

  /** The first filled cell of a field; '' when there is none. */
  text(field: BankField): string {
    return this.all(field)[0] ?? ''
  }

  /** Every filled cell of it, each text once. */
  all(field: BankField): string[] {
    const texts = (this.places[field] ?? []).map((at) => textOf(this.cells[at])).filter((text) => text !== '')
    return [...new Set(texts)]
  }

  /** A figure in yuan; undefined of a blank cell or a dash. @throws Error with what is wrong with it */
  figure(field: BankField): Decimal | undefined {
    const text = this.text(field).replace(/^[-—/]+$/, '')
    if (text === '') return undefined
    const read = typedNumber(text)
    if ('fault' in read) throw new RowFault(`${bankFields[field].title}：${read.fault}`)
    const checked = signedAmount.safeParse(read.value)
    if (!checked.success) throw new RowFault(`${bankFields[field].title}：${checked.error.issues[0]?.message ?? ''}`)
    return money(checked.data)
  }

  isCut(field: BankField): boolean {
    return (this.places[field] ?? []).some((at) => {
      const cell = this.cells[at]
      return cell !== null && typeof cell === 'object' && cell.kind === 'long_number'
    })
  }

  isTotals(): boolean {
    return isTotalsRow(this.cells.map((cell) => textOf(cell))) || /^(#|-{3,}|合计|总计)/.test(textOf(this.cells[0]))
  }
}

/** What is wrong with a row, in words. */
class RowFault extends Error {}

const figureFields = ['income', 'expense', 'amount'] as const

function readRow(reader: RowReader, reading: Reading, today: string | undefined): void {
  if (reader.isTotals() || isRemark(reader)) return
  if (/关闭|失败|等待|撤销|取消|未支付|处理中/.test(reader.text('state'))) {
    reading.closed += 1
    return
  }
  const figure = figureOf(reader)
  if (figure === 'neutral') reading.neutral += 1
  else if (isZero(figure.amount)) reading.zero += 1
  if (figure === 'neutral' || isZero(figure.amount)) return
  if (reader.isCut('tradeNo')) reading.cut += 1
  reading.rows.push({
    row: reader.row,
    bizDate: dayOf(reader, today),
    ...figure,
    balance: reader.figure('balance') ?? null,
    tradeNo: (reader.text('tradeNo') || reader.text('entryNo')).slice(0, 60),
    orderNo: reader.text('orderNo').slice(0, 60),
    counterparty: reader.text('counterparty').slice(0, 100),
    summary: [...reader.all('type'), ...reader.all('summary')]
      .filter((text) => text !== '/')
      .join(' ')
      .slice(0, 255),
  })
}

/** Whether a row has no figure and is no movement either: a line of text, or a balance that is carried over. */
const isRemark = (reader: RowReader): boolean =>
  figureFields.every((field) => reader.text(field) === '') &&
  (!isDay(writtenDay(reader)) || /期初|期末|上期|承前|过次|上日|昨日|结转/.test(reader.all('summary').join(' ')))

const isDay = (text: string): boolean => daySchema.safeParse(text).success

/** The day of a row in the form of days where it is one. Some banks write the moment as fourteen digits. */
function writtenDay(reader: RowReader): string {
  const text = reader.text('day')
  return dayText(/^\d{14}$/.test(text) ? text.slice(0, 8) : text)
}

function dayOf(reader: RowReader, today: string | undefined): string {
  const read = writtenDay(reader)
  if (!isDay(read)) throw new RowFault(`日期“${reader.text('day')}”无法识别`)
  const fault = bankDayFault(read, today)
  if (fault !== '') throw new RowFault(`日期“${reader.text('day')}”${fault}`)
  return read
}

type Figure = Pick<ReadRow, 'amount' | 'minusOf'>

/** What came in, or negative what went out; the bank's words for directions are the bank's: 借 is money that leaves. */
function figureOf(reader: RowReader): Figure | 'neutral' {
  const [income, expense, amount] = figureFields.map((field) => reader.figure(field))
  const [comes, leaves] = [income, expense].map((figure) => figure !== undefined && !isZero(figure))
  if (comes && leaves) throw new RowFault('收入和支出只能填一个')
  if (leaves) return leaving(expense as Decimal, reader.title('expense'))
  const figure = comes ? income : (amount ?? income ?? expense)
  if (figure === undefined) throw new RowFault('没有金额')
  if (comes || isZero(figure) || !reader.has('direction')) return { amount: figure, minusOf: '' }
  const way = directionOf(reader)
  if (way === 'neutral') return way
  return way === 'in' ? { amount: figure, minusOf: '' } : leaving(figure, reader.text('direction'))
}

const leaving = (figure: Decimal, of: string): Figure => ({
  amount: money(neg(abs(figure))),
  minusOf: compare(figure, '0') < 0 ? of : '',
})

/** Which way the word beside a figure says; what WeChat and Alipay count neither way may still be told by its type. */
function directionOf(reader: RowReader): 'in' | 'out' | 'neutral' {
  const word = reader.text('direction')
  if (word === '') throw new RowFault(`${reader.title('direction')}没有填写，无法判断收入还是支出`)
  const isNeutral = /^(不计收支|不计|中性交易|其他|\/)$/.test(word)
  const way = wayOf(isNeutral ? reader.text('type') : word)
  if (way === undefined && !isNeutral)
    throw new RowFault(`${reader.title('direction')}“${word}”无法识别，无法判断收入还是支出`)
  return way ?? 'neutral'
}

function wayOf(word: string): 'in' | 'out' | undefined {
  if (/^(收|入|贷|转入|来|充值|退款|\+$|c)/i.test(word)) return 'in'
  return /^(支|出|付|借|转出|转账|往|提现|还款|零钱提现|-$|d)/i.test(word) ? 'out' : undefined
}

/** What came in and what went out over all rows, in yuan. */
export function flowsOf(rows: readonly { amount: Decimal }[]): { income: Decimal; expense: Decimal } {
  const ins = rows.filter(({ amount }) => compare(amount, '0') > 0).map(({ amount }) => amount)
  const outs = rows.filter(({ amount }) => compare(amount, '0') < 0).map(({ amount }) => amount)
  return { income: money(add('0', ...ins)), expense: money(neg(add('0', ...outs))) }
}
