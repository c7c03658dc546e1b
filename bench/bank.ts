import { bankLines, importStatement, type BankImport, matchLines, proposeMatches } from '@chepu/contract/finance/bank'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { figure, note, section } from './report'
import { openStage, type Stage } from './stage'

const lines = 5_000
const slips = 20_000

/** A month of a bank against the books: reading its file, finding what belongs together, and confirming it. */
export async function measureBank(): Promise<void> {
  section(`Bank: ${lines} rows against ${slips} slips`)
  const stage = await openStage({ parts: 50 })
  try {
    const accountId = await fill(stage)
    const started = performance.now()
    const { added } = await upload(stage, accountId)
    const read = performance.now()
    const { proposals, count } = await stage.client.call(proposeMatches, { query: { accountId } })
    const found = performance.now()
    const groups = proposals.map(({ way, lines: bank, entries }) => ({
      way,
      lineIds: bank.map(({ id }) => id),
      entryIds: entries.map(({ id }) => id),
    }))
    await stage.client.call(matchLines, { body: { accountId, groups } })
    const confirmed = performance.now()
    await stage.client.call(bankLines.list, { query: { accountId, state: 'open' } })
    figure('bank', '5,000 rows, imported', (read - started) / 1000, ' s')
    figure('bank', '5,000 rows against 20,000 slips, proposed', (found - read) / 1000, ' s')
    figure('bank', '2,000 groups, confirmed', (confirmed - found) / 1000, ' s')
    note('rows added, groups found', `${added}, ${count}`)
  } finally {
    await stage.close()
  }
}

/** The day of a row: the last thirty in turn. */
const days = 30

/** An account with slips of the last month, each of another amount; answers it. */
async function fill({ owner, groupId, shop }: Stage): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into store_account (group_id, org_id, code, name, kind, opening_on) values ($1, $2, 'GH', '工行', 'bank', '2026-01-01') returning id`,
    [groupId, shop.orgId],
  )
  const id = rows[0]?.id as number
  const day = `current_date - (n % ${days})::int`
  const period = `to_char(${day}, 'YYYYMM')::int`
  await owner.query(
    `with slip as (
      insert into money_slip (group_id, org_id, kind, bill_no, biz_date, period, state, partner_id, purpose, total, advance, creator_id, posted_at)
      select $1, $2, 'collection', 'SK' || n, ${day}, ${period}, 'done', $3, 'advance', 100 + n * 0.01, 100 + n * 0.01, 1, now()
      from generate_series(1, $4::int) n returning id, total, biz_date, period
    ), tender as (
      insert into money_slip_tender (group_id, slip_id, line_no, store_account_id, amount, trade_no)
      select $1, id, 1, $5, total, case when id % 2 = 0 then 'T' || total else '' end from slip
    )
    insert into account_ledger (group_id, org_id, store_account_id, biz_date, period, doc_kind, doc_id, amount, balance_after)
    select $1, $2, $5, biz_date, period, 'collection', id, total, total from slip`,
    [groupId, shop.orgId, shop.customerId, slips, id],
  )
  await owner.query('analyze')
  return id
}

async function upload({ origin, client }: Stage, accountId: number): Promise<BankImport> {
  const rows = Array.from({ length: lines }, (_, i) => {
    const n = i + 1
    const amount = `${100 + Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`
    const day = new Date(Date.parse(shanghaiDay()) - (n % days) * 86_400_000).toISOString().slice(0, 10)
    return `${day},货款,某客户,,${amount},,${i % 2 === 0 ? `T${amount}` : `B${n}`}`
  })
  const form = new FormData()
  form.set(
    'file',
    new Blob([['交易日期,摘要,对方户名,借方发生额,贷方发生额,余额,流水号', ...rows].join('\n')]),
    '流水.csv',
  )
  const response = await fetch(`${origin}${importStatement.path}?accountId=${accountId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, token: client.token, version: '2.0' },
    body: form,
  })
  const answer = (await response.json()) as { code: number; msg: string; data: BankImport }
  if (answer.code !== 0 || !answer.data.imported)
    throw new Error(`${answer.msg} ${JSON.stringify(answer.data?.faults)}`)
  return answer.data
}
