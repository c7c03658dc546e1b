// Takes the statement of a bank into the books' other side: every row once, however often its file is imported.
import type { BankImport } from '@chepu/contract/finance/bank'
import { type Decimal, money } from '@chepu/contract/kernel/decimal'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { Row } from '../../kernel/spreadsheet/cell'
import { bankAccount } from './account'
import { flowsOf, readStatement, type StatementRow, type Told } from './read-statement'

/** Faults and rows that are shown of a file. */
const shown = { faults: 200, sample: 10 }

interface Upload {
  accountId: number
  rows: readonly Row[]
  fileName: string
  told: Told | undefined
  /** Writes what is new; otherwise only checks. */
  confirmed: boolean
}

/**
 * Checks a statement and, once confirmed and without a fault, writes the rows that are not there yet.
 * @throws Failure not_found where the account is none of the caller's organisation
 */
export async function takeStatement(tx: CallerTx, upload: Upload): Promise<BankImport> {
  const { accountId, confirmed } = upload
  const { startOn } = await bankAccount(tx, accountId, { locked: confirmed })
  const told = { ...(await toldOf(tx, accountId)), ...upload.told }
  const { titles, missing, faults, notes, rows } = readStatement(upload.rows, told)
  const fresh = await newOnes(tx, accountId, rows)
  const days = rows.map(({ bizDate }) => bizDate).toSorted()
  const [from = null, to = null] = [days[0], days.at(-1)]
  const writes = confirmed && missing === '' && faults.length === 0 && rows.length > 0
  if (writes)
    await write(tx, upload, { told, fresh, known: rows.length - fresh.length, from: from as string, to: to as string })
  return {
    imported: writes,
    titles,
    missing: missing === '' && rows.length + faults.length === 0 ? '文件中没有流水' : missing,
    rows: rows.length,
    added: fresh.length,
    known: rows.length - fresh.length,
    from,
    to,
    ...flowsOf(rows),
    sample: rows.slice(0, shown.sample).map(({ row, ...figures }) => figures),
    faults: faults.slice(0, shown.faults),
    faultCount: faults.length,
    notes: [...notes, ...noteOfBefore(rows, startOn)],
  }
}

/** In words what is too early to be reconciled (business/finance 4.3). */
function noteOfBefore(rows: readonly StatementRow[], startOn: string | null): string[] {
  const count = startOn === null ? 0 : rows.filter(({ bizDate }) => bizDate < startOn).length
  return count > 0 ? [`${count} 行早于对账起始日 ${startOn}，视为已核对，不参与勾对`] : []
}

async function toldOf(tx: CallerTx, accountId: number): Promise<Told> {
  const row = await tx.one<{ columns: Told }>({
    name: 'columns-of-bank-account',
    text: 'select columns from bank_account where group_id = $1 and store_account_id = $2',
    values: [tx.groupId, accountId],
  })
  return row?.columns ?? {}
}

type Fresh = StatementRow & { nth: number }

const keyOf = (row: { bizDate: string; amount: Decimal; tradeNo: string; balance: Decimal | null }): string =>
  [row.bizDate, money(row.amount), row.tradeNo, row.balance === null ? '' : money(row.balance)].join('|')

/** Rows that were not imported before. Of those that are alike as many are new as the file has more of them. */
async function newOnes(tx: CallerTx, accountId: number, rows: readonly StatementRow[]): Promise<Fresh[]> {
  if (rows.length === 0) return []
  const days = rows.map(({ bizDate }) => bizDate).toSorted()
  const there = await tx.query<{
    bizDate: string
    amount: Decimal
    tradeNo: string
    balance: Decimal | null
    count: number
  }>({
    name: 'bank-lines-there',
    text: `select biz_date::text as biz_date, amount, trade_no, balance, max(nth) as count from bank_line
      where group_id = $1 and store_account_id = $2 and biz_date between $3 and $4 group by biz_date, amount, trade_no, balance`,
    values: [tx.groupId, accountId, days[0] as string, days.at(-1) as string],
  })
  const known = new Map(there.map((row) => [keyOf(row), row.count]))
  const seen = new Map<string, number>()
  return rows.flatMap((row) => {
    const key = keyOf(row)
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return nth > (known.get(key) ?? 0) ? [{ ...row, nth }] : []
  })
}

async function write(
  tx: CallerTx,
  { accountId, fileName, told: said }: Upload,
  read: { told: Told; fresh: readonly Fresh[]; known: number; from: string; to: string },
): Promise<void> {
  const { groupId, caller } = tx
  const { told, fresh, known, from, to } = read
  await tx.query({
    name: 'remember-bank-columns',
    text: `insert into bank_account (group_id, org_id, store_account_id, columns, start_on) values ($1, $2, $3, $4, $5)
      on conflict (group_id, store_account_id) do update set columns = excluded.columns`,
    values: [groupId, caller.orgId, accountId, JSON.stringify(told), from],
  })
  const [statement] = await tx.insert<{ id: number }>(
    'bank_statement',
    ['group_id', 'org_id', 'store_account_id', 'file_name', 'from_day', 'to_day', 'added', 'known', 'creator_id'],
    [[groupId, caller.orgId, accountId, fileName, from, to, fresh.length, known, caller.userId]],
    'returning id',
  )
  const { id } = statement as { id: number }
  await tx.insert(
    'bank_line',
    [
      'group_id',
      'org_id',
      'store_account_id',
      'statement_id',
      'line_no',
      'biz_date',
      'amount',
      'balance',
      'trade_no',
      'order_no',
      'counterparty',
      'summary',
      'nth',
    ],
    fresh.map((row, at) => [
      groupId,
      caller.orgId,
      accountId,
      id,
      at + 1,
      row.bizDate,
      row.amount,
      row.balance,
      row.tradeNo,
      row.orderNo,
      row.counterparty,
      row.summary,
      row.nth,
    ]),
  )
  const detail = { fileName, from, to, added: fresh.length, known, ...(said && { columns: said }) }
  await audit(tx, { entity: 'bank_statement', entityId: id, action: 'import', detail })
}
