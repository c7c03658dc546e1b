// Rows of a bank statement as a file has them: the header below whatever the bank wrote above it, figures in one sign, the oldest row first.
import type { BankImport, BankLineFigures } from '@chepu/contract/finance/bank'
import { bankField, type BankField, bankFields } from '@chepu/contract/finance/bank-layouts'
import { abs, add, compare, type Decimal, equals, isZero, money, neg, sub } from '@chepu/contract/kernel/decimal'
import { isTotalsRow } from '@chepu/contract/kernel/headings'
import { day as daySchema, signedAmount } from '@chepu/contract/kernel/scalars'
import { dayText, typedNumber } from '@chepu/contract/kernel/typed'
import { own } from '../../kernel/base/own'
import type { Cell, Row } from '../../kernel/spreadsheet/cell'

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

/**
 * Reads a statement. Columns are known by their titles, by what was told of them, and else left out; `missing` says which of them nobody has
 * named. Faults name the row as the sheet counts it.
 */
export function readStatement(cells: readonly Row[], told: Told): Statement {
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
  const passed = { closed: 0, neutral: 0, cut: 0 }
  for (const [index, row] of cells.entries()) {
    if (index <= top) continue
    readRow(new RowReader(row, index + 1, places), statement, passed)
  }
  if (isNewestFirst(statement.rows)) statement.rows.reverse()
  if (passed.closed > 0) statement.notes.push(`${passed.closed} 行交易已关闭或未成功，未导入`)
  if (passed.neutral > 0) statement.notes.push(`${passed.neutral} 行不计收支，未导入`)
  if (passed.cut > 0) statement.notes.push(`${passed.cut} 行流水号被 Excel 截断，未采用；请用银行的原始文件`)
  return statement
}

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
  constructor(
    private readonly cells: Row,
    readonly row: number,
    private readonly places: Places,
  ) {}

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

function readRow(reader: RowReader, statement: Statement, passed: Record<'closed' | 'neutral' | 'cut', number>): void {
  if (reader.isTotals() || figureFields.every((field) => reader.text(field) === '')) return
  if (/关闭|失败|等待|撤销|取消|未支付|处理中/.test(reader.text('state'))) {
    passed.closed += 1
    return
  }
  try {
    const amount = amountOf(reader)
    if (amount === 'neutral') passed.neutral += 1
    if (amount === 'neutral' || isZero(amount)) return
    if (reader.isCut('tradeNo')) passed.cut += 1
    statement.rows.push({
      row: reader.row,
      bizDate: dayOf(reader),
      amount,
      balance: reader.figure('balance') ?? null,
      tradeNo: reader.text('tradeNo').slice(0, 60),
      orderNo: reader.text('orderNo').slice(0, 60),
      counterparty: reader.text('counterparty').slice(0, 100),
      summary: [...reader.all('type'), ...reader.all('summary')]
        .filter((text) => text !== '/')
        .join(' ')
        .slice(0, 255),
    })
  } catch (error) {
    if (!(error instanceof RowFault)) throw error
    statement.faults.push({ row: reader.row, message: `第${reader.row}行 ${error.message}` })
  }
}

function dayOf(reader: RowReader): string {
  const text = reader.text('day')
  // Some banks write the moment as fourteen digits.
  const read = dayText(/^\d{14}$/.test(text) ? text.slice(0, 8) : text)
  if (!daySchema.safeParse(read).success) throw new RowFault(`日期“${text}”无法识别`)
  return read
}

/** What came in, or negative what went out; the bank's words for directions are the bank's: 借 is money that leaves. */
function amountOf(reader: RowReader): Decimal | 'neutral' {
  const [income, expense, amount] = figureFields.map((field) => reader.figure(field))
  if (!reader.has('amount') || amount === undefined) return money(sub(income ?? '0', abs(expense ?? '0')))
  if (!reader.has('direction')) return amount
  const way = directionOf(reader.text('direction')) ?? directionOf(reader.text('type'))
  if (way === undefined) return 'neutral'
  return way === 'in' ? amount : money(neg(abs(amount)))
}

function directionOf(word: string): 'in' | 'out' | undefined {
  if (/不计|其他|^\/$/.test(word)) return undefined
  if (/^(收|入|贷|转入|来|充值|退款|\+|c)/i.test(word)) return 'in'
  return /^(支|出|付|借|转出|转账|往|提现|还款|零钱提现|-|d)/i.test(word) ? 'out' : undefined
}

/** Whether the file begins with its latest row: by the days, and within one day by the balances. */
function isNewestFirst(rows: readonly StatementRow[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || first.bizDate !== last.bizDate)
    return first !== undefined && last !== undefined && first.bizDate > last.bizDate
  let newestFirst = 0
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    if (!before || before.balance === null || row.balance === null) continue
    if (equals(add(before.balance, row.amount), row.balance)) newestFirst -= 1
    else if (equals(add(row.balance, before.amount), before.balance)) newestFirst += 1
  }
  return newestFirst > 0
}

/** What came in and what went out over all rows, in yuan. */
export function flowsOf(rows: readonly { amount: Decimal }[]): { income: Decimal; expense: Decimal } {
  const ins = rows.filter(({ amount }) => compare(amount, '0') > 0).map(({ amount }) => amount)
  const outs = rows.filter(({ amount }) => compare(amount, '0') < 0).map(({ amount }) => amount)
  return { income: money(add('0', ...ins)), expense: money(neg(add('0', ...outs))) }
}
