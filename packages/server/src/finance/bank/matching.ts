// Which rows of a bank statement are which movements of the books, as far as it can be told without asking (business/finance 4.3). Pure.
import type { MatchWay } from '@chepu/contract/finance/bank'
import { addDays } from '@chepu/contract/kernel/calendar'
import { type Decimal, money, sumOf } from '@chepu/contract/kernel/decimal'

export interface OpenLine {
  id: number
  bizDate: string
  amount: Decimal
  tradeNo: string
  orderNo: string
}

export interface OpenEntry {
  id: number
  bizDate: string
  amount: Decimal
  tradeNo: string
}

interface Matched<Line, Entry> {
  way: MatchWay
  lines: Line[]
  entries: Entry[]
}

/** Days between what the bank and what the books say of the same money. */
export const nearDays = 3

/**
 * Proposes what belongs together, each row once: by trade number and amount; by amount, where within three days there is but one on either side;
 * and a day's movements that came as one amount, as card machines and wallets pay out. Amounts are signed.
 */
export function proposals<Line extends OpenLine, Entry extends OpenEntry>(
  lines: readonly Line[],
  entries: readonly Entry[],
): Matched<Line, Entry>[] {
  const open = new Open(lines, entries)
  return [...byTradeNo(open), ...byAmount(open), ...byDay(open)]
}

/** What no proposal has taken yet. */
class Open<Line extends OpenLine, Entry extends OpenEntry> {
  private readonly taken = { lines: new Set<Line>(), entries: new Set<Entry>() }

  constructor(
    private readonly allLines: readonly Line[],
    private readonly allEntries: readonly Entry[],
  ) {}

  get lines(): Line[] {
    return this.allLines.filter((line) => !this.taken.lines.has(line))
  }

  get entries(): Entry[] {
    return this.allEntries.filter((entry) => !this.taken.entries.has(entry))
  }

  take(way: MatchWay, lines: Line[], entries: Entry[]): Matched<Line, Entry> {
    for (const line of lines) this.taken.lines.add(line)
    for (const entry of entries) this.taken.entries.add(entry)
    return { way, lines, entries }
  }
}

function byTradeNo<Line extends OpenLine, Entry extends OpenEntry>(open: Open<Line, Entry>): Matched<Line, Entry>[] {
  const entriesOf = grouped(open.entries, ({ tradeNo }) => (tradeNo === '' ? [] : [tradeNo]))
  const linesOf = grouped(open.lines, ({ tradeNo, orderNo }) =>
    [...new Set([tradeNo, orderNo])].filter((no) => no !== ''),
  )
  const found: Matched<Line, Entry>[] = []
  const taken = new Set<Line>()
  for (const [no, entries] of entriesOf) {
    const lines = (linesOf.get(no) ?? []).filter((line) => !taken.has(line))
    if (lines.length === 0 || !isSame(lines, entries)) continue
    for (const line of lines) taken.add(line)
    found.push(open.take('trade_no', lines, entries))
  }
  return found
}

function byAmount<Line extends OpenLine, Entry extends OpenEntry>(open: Open<Line, Entry>): Matched<Line, Entry>[] {
  const entriesOf = grouped(open.entries, ({ amount }) => [money(amount)])
  const found: Matched<Line, Entry>[] = []
  for (const [amount, lines] of grouped(open.lines, ({ amount }) => [money(amount)])) {
    const entries = entriesOf.get(amount) ?? []
    for (const line of lines) {
      const [entry, ...others] = entries.filter((each) => isNear(line, each))
      if (!entry || others.length > 0 || lines.some((other) => other !== line && isNear(other, entry))) continue
      found.push(open.take('amount', [line], [entry]))
    }
  }
  return found
}

function byDay<Line extends OpenLine, Entry extends OpenEntry>(open: Open<Line, Entry>): Matched<Line, Entry>[] {
  const days = [...grouped(open.entries, ({ bizDate }) => [bizDate])]
    .filter(([, entries]) => entries.length > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const linesOf = grouped(open.lines, ({ amount }) => [money(amount)])
  const taken = new Set<Line>()
  const found: Matched<Line, Entry>[] = []
  for (const [day, entries] of days) {
    const last = addDays(day, nearDays)
    const candidates = (linesOf.get(money(sumOf(entries, ({ amount }) => amount))) ?? []).filter(
      (line) => !taken.has(line) && line.bizDate >= day && line.bizDate <= last,
    )
    const [line] = candidates
    if (!line || candidates.length > 1) continue
    taken.add(line)
    found.push(open.take('batch', [line], entries))
  }
  return found
}

const isSame = (a: readonly { amount: Decimal }[], b: readonly { amount: Decimal }[]): boolean =>
  money(sumOf(a, ({ amount }) => amount)) === money(sumOf(b, ({ amount }) => amount))

const isNear = (line: { bizDate: string }, entry: { bizDate: string }): boolean =>
  line.bizDate >= addDays(entry.bizDate, -nearDays) && line.bizDate <= addDays(entry.bizDate, nearDays)

function grouped<Row>(rows: readonly Row[], keysOf: (row: Row) => string[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  return groups
}
