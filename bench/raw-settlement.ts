/**
 * The floor that settling is compared with: the rows that a settlement paid in cash writes, in one statement behind the locks of its documents. Nothing is checked, computed or
 * answered. It settles drafts that the program has made, so that both begin with the same.
 */
import type { Duplex } from 'node:stream'
import type pg from 'pg'

export interface RawDesk {
  groupId: number
  orgId: number
  partnerId: number
  employeeId: number
  userId: number
  storeAccountId: number
}
interface RawDraft {
  id: number
  workOrderId: number
}

export const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
export const period = Number.parseInt(today.slice(0, 4) + today.slice(5, 7), 10)

/** Settles a draft for an amount, yuan, on a connection of the program's own role. */
export function settleRaw(client: pg.Client, desk: RawDesk, draft: RawDraft, total: string): Promise<void> {
  const { groupId } = desk
  const { id, workOrderId } = draft
  return inOneWrite(client, groupId, [
    { name: 'raw-locks', text: locks, values: [groupId, [id, workOrderId]] },
    { name: 'raw-clear', text: clear, values: [groupId, id] },
    rawSettling(desk, draft, total),
  ])
}

/** The rows of a settlement of an amount, yuan, by one statement. */
export function rawSettling(desk: RawDesk, { id, workOrderId }: RawDraft, total: string): pg.QueryConfig {
  const { groupId, orgId, partnerId, employeeId, userId, storeAccountId } = desk
  const place = [groupId, id, workOrderId, orgId, today, period]
  const values = [...place, partnerId, employeeId, userId, storeAccountId, total, crypto.randomUUID()]
  return { name: 'raw-settle', text: settling, values }
}

/** A transaction of a group, of which all leaves in one write. */
export async function inOneWrite(client: pg.Client, groupId: number, inner: readonly pg.QueryConfig[]): Promise<void> {
  const statements = [
    { text: 'begin' },
    { text: `set local app.group_id = '${groupId}'` },
    ...inner,
    { text: 'commit' },
  ]
  const { stream } = (client as pg.Client & { connection: { stream: Duplex } }).connection
  stream.cork()
  const answers = statements.map((statement) => client.query(statement))
  stream.uncork()
  await Promise.all(answers)
}

const locks = `select id from repair_document where group_id = $1 and id = any ($2::bigint[]) order by id for no key update`
const clear = `delete from repair_line where group_id = $1 and document_id = $2`

const settling = `with line as (
    insert into repair_line (group_id, document_id, section, line_no, source_line_id, name, part_id, worker_type_id, qty, price, amount, net_amount,
      taxed_amount, output_amount, cost_amount, agreement)
    select $1, $2, section, line_no, id, name, part_id, worker_type_id, qty, price, amount, net_amount, net_amount, net_amount,
      case when section = 'materials' then 10 else 0 end, 'agreed'
    from repair_line where group_id = $1 and document_id = $3 order by section, line_no
    returning id, section, source_line_id, part_id, net_amount
  ), wip as (
    insert into wip_ledger (group_id, org_id, work_order_id, line_id, part_id, biz_date, period, doc_kind, doc_id, doc_line_id, qty, value)
    select $1, $4, $3, source_line_id, part_id, $5, $6, 'repair_settlement', $2, id, -1, -10 from line where section = 'materials' returning id
  ), commission as (
    insert into commission_entry (group_id, org_id, employee_id, role, biz_date, period, doc_kind, doc_id, line_id, base, share, rate, amount)
    select $1, $4, $8, 'technician', $5, $6, 'repair_settlement', $2, id, net_amount, 1, 0.18, round(net_amount * 0.18, 2)
    from line where section = 'labour' returning id
  ), pnl as (
    insert into pnl_ledger (group_id, org_id, biz_date, period, kind, payer_type, doc_kind, doc_id, amount, amount_taxed)
    select $1, $4, $5, $6, kind, 'customer', 'repair_settlement', $2, $11::numeric, $11
    from unnest(array['revenue_labour', 'revenue_part', 'cogs_part']) as kind returning id
  ), item as (
    insert into open_item (group_id, org_id, partner_id, side, source_kind, source_id, bill_no, biz_date, due_on, original, written_off, payer_type, tab)
    select $1, $4, $7, 'AR', 'repair_settlement', $2, bill_no, $5, $5, $11, $11, 'customer', 'repair' from repair_document where group_id = $1 and id = $2 returning id
  ), number as (
    select last_no, id from next_document($1, $4, 'SK', $5, 'money_slip')
  ), slip as (
    insert into money_slip (group_id, org_id, id, bill_no, kind, state, biz_date, period, partner_id, creator_id, purpose, total, written_off, maker_kind,
      made_by, approver_id, approved_at, poster_id, posted_at)
    overriding system value
    select $1, $4, id, 'RAWS' || lpad(last_no::text, 8, '0'), 'collection', 'done', $5, $6, $7, $9::bigint, 'trade', $11, $11, 'repair_settlement', $2, $9, now(),
      $9, now() from number returning id
  ), tender as (
    insert into money_slip_tender (group_id, slip_id, line_no, store_account_id, amount) select $1, id, 1, $10::bigint, $11 from slip returning id
  ), slip_item as (
    insert into money_slip_item (group_id, slip_id, line_no, open_item_id, amount) select $1, slip.id, 1, item.id, $11 from slip, item returning id
  ), off as (
    insert into write_off_line (group_id, org_id, doc_kind, doc_id, open_item_id, amount, tender, biz_date)
    select $1, $4, 'collection', slip.id, item.id, $11, 'money', $5 from slip, item returning id
  ), entry as (
    insert into partner_ledger (group_id, org_id, partner_id, account, biz_date, period, doc_kind, doc_id, kind, amount, open_item_id)
    select $1, $4, $7, 'AR', $5, $6, e.doc_kind, e.doc_id, e.kind, e.amount, item.id
    from item, slip, lateral (values ('repair_settlement', $2::bigint, 'bill', $11), ('collection', slip.id, 'money', -$11)) as e (doc_kind, doc_id, kind, amount)
    returning id
  ), balance as (
    update partner_balance set balance = balance + 0 where group_id = $1 and org_id = $4 and partner_id = $7 and account = 'AR' returning partner_id
  ), account as (
    update store_account set balance = balance + $11 where group_id = $1 and id = $10 returning id, balance
  ), account_entry as (
    insert into account_ledger (group_id, org_id, store_account_id, biz_date, period, doc_kind, doc_id, amount, balance_after)
    select $1, $4, account.id, $5, $6, 'collection', slip.id, $11, account.balance from account, slip returning id
  ), document as (
    update repair_document set version = version + 1, state = case when id = $2 then 'done' else 'settled' end, cost_amount = 50,
      settlement_id = case when id = $3 then $2::bigint end, received_amount = $11, poster_id = $9, posted_at = now()
    where group_id = $1 and id in ($2, $3) returning id, kind, state
  ), log as (
    insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, device_id, ip, request_id)
    select $1, $4, $9, kind, id, 'settle', 'draft', state, 'test', '127.0.0.1', 'raw' from document
    union all select $1, $4, $9, 'collection', id, 'approve', 'draft', 'done', 'test', '127.0.0.1', 'raw' from slip returning id
  )
  insert into idempotency_key (group_id, key, user_id, request_hash, response)
  values ($1, $12, $9, repeat('0', 64), '{"id": 1, "billNo": "RAWS000001", "version": 2, "state": "done"}')`
