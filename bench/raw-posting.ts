/**
 * The floor that posting is compared with: the rows of a receipt or a delivery, as the same database role over the same kind of
 * socket, in as few statements as they can be written: one a draft, and one a posting behind the lock of its pools. What does
 * not wait for an answer leaves in one write. Nothing is checked, computed or answered.
 * Runs as a process of its own, so that its processor time can be told apart: `init` and `run` arrive as messages.
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'

export interface RawInit {
  url: string
  groupId: number
  orgId: number
  warehouseId: number
  locationId: number
  partnerId: { goods_receipt: number; sales_delivery: number }
  userId: number
  parts: number[]
}
export interface RawRun {
  kind: 'goods_receipt' | 'sales_delivery'
  lines: number
  clients: number
  count: number
  /** Draft and posting in one transaction, or as the program in two. */
  transactions: 1 | 2
}

/** Neither of them ends it. */
interface Message {
  init?: RawInit
  run?: RawRun
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number.parseInt(text, 10))

let shop: RawInit
let pool: pg.Pool
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
const period = Number.parseInt(today.slice(0, 4) + today.slice(5, 7), 10)

process.on('message', (message: Message) => {
  void answer(message).then((reply) => process.send?.(reply))
})

async function answer({ init, run }: Message): Promise<string> {
  if (init) {
    shop = init
    pool = new pg.Pool({ connectionString: init.url, max: 8, pipeline: true, options: '-c jit=off' })
  }
  // What a connection has counted of rows it tells at its end.
  if (!init && !run) await pool.end()
  if (run) {
    let left = run.count
    await Promise.all(
      Array.from({ length: run.clients }, async () => {
        while (left > 0) {
          left -= 1
          await postOne(run)
        }
      }),
    )
  }
  return 'done'
}

async function postOne({ kind, lines, transactions }: RawRun): Promise<void> {
  const start = Math.floor(Math.random() * (shop.parts.length - lines))
  const posted = { kind, parts: shop.parts.slice(start, start + lines), total: (lines * 20).toFixed(2) }
  const client = await pool.connect()
  const begin = [{ text: 'begin' }, { text: `set local app.group_id = '${shop.groupId}'` }]
  const end = [{ text: 'commit' }]
  const saving = [...begin, draft(posted), ...(transactions === 2 ? end : [])]
  const [, , saved] = await send(client, saving)
  const { id, line_ids: lineIds } = (saved as pg.QueryResult).rows[0] as { id: number; line_ids: number[] }
  await send(client, [...(transactions === 2 ? begin : []), locks(posted), posting(posted, id, lineIds), ...end])
  client.release()
}

/** All of them in one write; answers when the last is answered. */
async function send(client: pg.PoolClient, statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
  const { stream } = (client as pg.PoolClient & { connection: { stream: Duplex } }).connection
  stream.cork()
  const answers = statements.map((statement) => client.query(statement))
  stream.uncork()
  return Promise.all(answers)
}

interface Posted {
  kind: RawRun['kind']
  parts: number[]
  total: string
}

/** What saving writes; answers the ids. */
function draft({ kind, parts, total }: Posted): pg.QueryConfig {
  const { groupId, orgId, warehouseId, userId } = shop
  const key = crypto.randomUUID()
  const values = [groupId, orgId, prefixOf[kind], today, kind, period, shop.partnerId[kind], warehouseId, parts]
  return { name: 'draft', text: draftText, values: [...values, parts.length * 2, total, userId, key] }
}
const prefixOf = { goods_receipt: 'RAWR', sales_delivery: 'RAWD' } as const

const draftText = `with number as (
    insert into document_counter (group_id, org_id, prefix, day, last_no) values ($1, $2, $3, $4, 1)
    on conflict (group_id, org_id, prefix, day) do update set last_no = document_counter.last_no + 1
    returning $3 || lpad(last_no::text, 6, '0') as bill_no
  ), document as (
    insert into goods_document (group_id, org_id, kind, bill_no, biz_date, period, partner_id, warehouse_id, line_count, total_qty,
      total_amount, total_untaxed, total_tax, total_taxed, creator_id)
    select $1, $2, $5, bill_no, $4, $6, $7, $8, cardinality($9::bigint[]), $10, $11::numeric, $11, 0, $11, $12::bigint from number
    returning id, bill_no
  ), line as (
    insert into goods_document_line (group_id, document_id, line_no, part_id, part_code, part_name, brand_name, unit_name, warehouse_id, qty,
      price, amount, net_amount, untaxed, taxed)
    select $1, document.id, n, part_id, 'B000001', '机油滤清器', '博世', '个', $8, 2, 10, 20, 20, 20, 20
    from document, unnest($9::bigint[]) with ordinality as part (part_id, n) returning id, line_no
  ), log as (
    insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, to_state, detail, device_id, ip, request_id)
    select $1, $2, $12, $5, id, 'add', 'draft', '{"lines": 10, "totalTaxed": "200.00"}', 'test', '127.0.0.1', bill_no from document
    returning id
  ), key as (
    insert into idempotency_key (group_id, key, user_id, request_hash, response)
    select $1, $13, $12, repeat('0', 64), '{"id": 1, "billNo": "RAWR000001", "version": 1, "state": "draft"}' from document returning key
  )
  select document.id, array_agg(line.id order by line_no) as line_ids from document, line group by document.id`

/** The pools in one order, so that postings do not wait for each other in a circle. */
const locks = ({ parts }: Posted): pg.QueryConfig => ({
  name: 'locks',
  text: `select part_id from stock_cost where group_id = $1 and org_id = $2 and warehouse_id = $3 and part_id = any ($4::bigint[])
    order by part_id for no key update`,
  values: [shop.groupId, shop.orgId, shop.warehouseId, parts],
})

/** What approving writes: stock, what is owed, profit or products, and that it is done. */
function posting({ kind, parts, total }: Posted, id: number, lineIds: number[]): pg.QueryConfig {
  const { groupId, orgId, warehouseId, locationId, userId } = shop
  const isReceipt = kind === 'goods_receipt'
  const [sign, account] = isReceipt ? [1, 'AP'] : [-1, 'AR']
  const place = [groupId, orgId, warehouseId, locationId, kind, id, parts, lineIds, sign * 2, sign * 20]
  const values = [...place, today, period, shop.partnerId[kind], account, total, userId, crypto.randomUUID()]
  return { name: `posting-${kind}`, text: postingText(isReceipt ? productText : pnlText, isReceipt), values }
}

const postingText = (own: string, isReceipt: boolean) => `with line as (
    select * from unnest($7::bigint[], $8::bigint[]) with ordinality as l (part_id, line_id, n)
  ), pool as (
    update stock_cost c set qty = c.qty + $9::numeric, value = c.value + $10::numeric from line
    where c.group_id = $1 and c.org_id = $2 and c.warehouse_id = $3 and c.part_id = line.part_id
    returning c.part_id, c.qty, c.value
  ), bin as (
    update stock_balance b set qty = b.qty + $9, ${isReceipt ? 'last_in_on' : 'last_out_on'} = $11 from line
    where b.group_id = $1 and b.org_id = $2 and b.warehouse_id = $3 and b.part_id = line.part_id and b.location_id = $4 and b.batch_no = ''
    returning b.part_id
  ), ledger as (
    insert into stock_ledger (group_id, org_id, warehouse_id, location_id, part_id, biz_date, period, doc_kind, doc_id, line_id, qty,
      unit_cost, value, pool_qty_after, pool_value_after)
    select $1, $2, $3, $4, pool.part_id, $11, $12, $5, $6, line.line_id, $9, 10, $10, pool.qty, pool.value
    from line join pool using (part_id) order by n returning id
  ), cost as (
    update goods_document_line l set cost_amount = abs($10), unit_cost = abs($10) / 2 from line
    where l.group_id = $1 and l.document_id = $6 and l.id = line.line_id returning l.id
  ), document as (
    update goods_document set state = 'done', version = 2, cost_amount = $15::numeric, approver_id = $16, approved_at = now(), poster_id = $16, posted_at = now()
    where group_id = $1 and id = $6 returning id, bill_no
  ), item as (
    insert into open_item (group_id, org_id, partner_id, side, source_kind, source_id, bill_no, biz_date, due_on, original, tab)
    select $1, $2, $13, $14, $5, id, bill_no, $11, $11, $15, case $14 when 'AP' then 'purchase' else 'sale' end from document returning id
  ), entry as (
    insert into partner_ledger (group_id, org_id, partner_id, account, biz_date, period, doc_kind, doc_id, kind, amount, open_item_id)
    select $1, $2, $13, $14, $11, $12, $5, $6, 'bill', $15, id from item returning id
  ), balance as (
    insert into partner_balance (group_id, org_id, partner_id, account, balance) values ($1, $2, $13, $14, $15)
    on conflict (group_id, org_id, partner_id, account) do update set balance = partner_balance.balance + excluded.balance
    returning partner_id
  ), own as (
    ${own}
  ), log as (
    insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, device_id, ip, request_id)
    select $1, $2, $16, $5, id, 'approve', 'draft', 'done', 'test', '127.0.0.1', bill_no from document returning id
  )
  insert into idempotency_key (group_id, key, user_id, request_hash, response)
  select $1, $17, $16, repeat('0', 64), '{"id": 1, "billNo": "RAWR000001", "version": 2, "state": "done"}' from document`

const productText = `insert into product (group_id, org_id, part_id, last_purchase_price, last_purchase_on, last_supplier_id)
    select $1, $2, part_id, 10, $11, $13 from line
    on conflict (group_id, org_id, part_id) do update set last_purchase_price = excluded.last_purchase_price,
      last_purchase_on = excluded.last_purchase_on, last_supplier_id = excluded.last_supplier_id
    returning part_id`

const pnlText = `insert into pnl_ledger (group_id, org_id, biz_date, period, kind, doc_kind, doc_id, amount, amount_taxed)
    values ($1, $2, $11, $12, 'revenue_part', $5, $6, $15, $15), ($1, $2, $11, $12, 'cogs_part', $5, $6, $15, 0)
    returning id`
