/**
 * The floor that posting is compared with: the same rows of a receipt or a delivery, written by hand-made statements
 * in the same two transactions (draft, posting) as the same database role. Nothing is checked, computed or answered.
 * Runs as a process of its own, so that its processor time can be told apart: `init` and `run` arrive as messages.
 */
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
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number.parseInt(text, 10))

let shop: RawInit
let pool: pg.Pool
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
const period = Number.parseInt(today.slice(0, 4) + today.slice(5, 7), 10)

process.on('message', (message: { init?: RawInit; run?: RawRun }) => {
  void answer(message).then((reply) => process.send?.(reply))
})

async function answer({ init, run }: { init?: RawInit; run?: RawRun }): Promise<string> {
  if (init) {
    shop = init
    pool = new pg.Pool({ connectionString: init.url, max: 8 })
  }
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

type Query = (name: string, text: string, values: unknown[]) => Promise<Record<string, never>[]>

async function transaction(work: (query: Query) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`set local app.group_id = '${shop.groupId}'`)
  await work(async (name, text, values) => (await client.query({ name, text, values })).rows)
  await client.query('commit')
  client.release()
}

interface Posted {
  kind: RawRun['kind']
  parts: number[]
  total: string
}

async function postOne({ kind, lines }: RawRun): Promise<void> {
  const start = Math.floor(Math.random() * (shop.parts.length - lines))
  const posted = { kind, parts: shop.parts.slice(start, start + lines), total: (lines * 20).toFixed(2) }
  await post(posted, await draft(posted))
}

/** What saving writes; answers the ids and the number. */
async function draft({ kind, parts, total }: Posted) {
  const { groupId, orgId, warehouseId, userId } = shop
  const prefix = kind === 'goods_receipt' ? 'RAWR' : 'RAWD'
  const partnerId = shop.partnerId[kind]
  const lines = parts.length
  let id = 0
  let billNo = ''
  let lineIds: number[] = []
  await transaction(async (query) => {
    const [counter] = await query(
      'number',
      `insert into document_counter (group_id, org_id, prefix, day, last_no) values ($1, $2, $3, $4, 1)
        on conflict (group_id, org_id, prefix, day) do update set last_no = document_counter.last_no + 1 returning last_no`,
      [groupId, orgId, prefix, today],
    )
    billNo = `${prefix}${String(counter?.['last_no']).padStart(6, '0')}`
    const [doc] = await query(
      'header',
      `insert into goods_document (group_id, org_id, kind, bill_no, biz_date, period, partner_id, warehouse_id, line_count, total_qty,
          total_amount, total_untaxed, total_tax, total_taxed, creator_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 0, $11, $12) returning id`,
      [groupId, orgId, kind, billNo, today, period, partnerId, warehouseId, lines, lines * 2, total, userId],
    )
    id = doc?.['id'] as unknown as number
    const rows = await query(
      'lines',
      `insert into goods_document_line (group_id, document_id, line_no, part_id, part_code, part_name, brand_name, unit_name, warehouse_id, qty,
          price, amount, net_amount, untaxed, taxed)
        select $1, $2, n, part_id, 'B000001', '机油滤清器', '博世', '个', $3, 2, 10, 20, 20, 20, 20
        from unnest($4::bigint[]) with ordinality as u (part_id, n) returning id`,
      [groupId, id, warehouseId, parts],
    )
    lineIds = rows.map((row) => row['id'] as unknown as number)
    await query(
      'log-draft',
      `insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, to_state, detail, device_id, ip, request_id)
        values ($1, $2, $3, $4, $5, 'add', 'draft', '{"lines": 10, "totalTaxed": "200.00"}', 'test', '127.0.0.1', $6)`,
      [groupId, orgId, userId, kind, id, billNo],
    )
    await query('key', keyText, [groupId, `${billNo}-save`, userId, billNo])
  })
  return { id, billNo, lineIds }
}

/** What approving writes: stock, what is owed, profit or products. */
async function post({ kind, parts, total }: Posted, { id, billNo, lineIds }: Awaited<ReturnType<typeof draft>>) {
  const { groupId, orgId, warehouseId, userId } = shop
  const partnerId = shop.partnerId[kind]
  const isReceipt = kind === 'goods_receipt'
  const ones = (value: unknown) => parts.map(() => value)
  await transaction(async (query) => {
    await query('lock', 'select id from goods_document where group_id = $1 and id = $2 for update', [groupId, id])
    await query(
      'pools',
      `select warehouse_id, part_id, qty, value from stock_cost where group_id = $1 and org_id = $2
        and (warehouse_id, part_id) in (select * from unnest($3::bigint[], $4::bigint[])) order by warehouse_id, part_id for update`,
      [groupId, orgId, ones(warehouseId), parts],
    )
    const sign = isReceipt ? 1 : -1
    await query(
      'stock',
      `with line as (
          select * from unnest($7::bigint[], $8::bigint[]) with ordinality as l (part_id, line_id, n)
        ), pool as (
          update stock_cost c set qty = c.qty + $9, value = c.value + $10 from line
          where c.group_id = $1 and c.org_id = $2 and c.warehouse_id = $3 and c.part_id = line.part_id
          returning c.part_id, c.qty, c.value
        ), bin as (
          update stock_balance b set qty = b.qty + $9, last_in_on = $11 from line
          where b.group_id = $1 and b.org_id = $2 and b.warehouse_id = $3 and b.part_id = line.part_id and b.location_id = $4 and b.batch_no = ''
          returning b.part_id
        ), cost as (
          update goods_document_line l set cost_amount = abs($10), unit_cost = abs($10) / 2 from line
          where l.group_id = $1 and l.id = line.line_id returning l.id
        )
        insert into stock_ledger (group_id, org_id, warehouse_id, location_id, part_id, biz_date, period, doc_kind, doc_id, line_id, qty,
          unit_cost, value, pool_qty_after, pool_value_after)
        select $1, $2, $3, $4, pool.part_id, $11, $12, $5, $6, line.line_id, $9, 10, $10, pool.qty, pool.value
        from line join pool using (part_id) order by n`,
      [groupId, orgId, warehouseId, shop.locationId, kind, id, parts, lineIds, sign * 2, sign * 20, today, period],
    )
    await query(
      'open-item',
      `with item as (
          insert into open_item (group_id, org_id, partner_id, side, source_kind, source_id, bill_no, biz_date, due_on, original)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) returning id
        ), ledger as (
          insert into partner_ledger (group_id, org_id, partner_id, account, biz_date, period, doc_kind, doc_id, kind, amount, open_item_id)
          select $1, $2, $3, $4, $8, $10, $5, $6, 'bill', $9, id from item returning id
        )
        insert into partner_balance (group_id, org_id, partner_id, account, balance) values ($1, $2, $3, $4, $9)
        on conflict (group_id, org_id, partner_id, account) do update set balance = partner_balance.balance + excluded.balance`,
      [groupId, orgId, partnerId, isReceipt ? 'AP' : 'AR', kind, id, billNo, today, total, period],
    )
    if (isReceipt) await query('products', productText, [groupId, orgId, parts, today, partnerId])
    else await query('pnl', pnlText, [groupId, orgId, today, period, kind, id, total])
    await query(
      'done',
      `with document as (
          update goods_document set state = 'done', version = 2, cost_amount = $4, approver_id = $5, approved_at = now(), poster_id = $5, posted_at = now()
          where group_id = $1 and id = $2 returning id
        )
        insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, device_id, ip, request_id)
        select $1, $6, $5, $3, id, 'approve', 'draft', 'done', 'test', '127.0.0.1', $7 from document`,
      [groupId, id, kind, total, userId, orgId, billNo],
    )
    await query('key', keyText, [groupId, `${billNo}-approve`, userId, billNo])
  })
}

const keyText = `insert into idempotency_key (group_id, key, user_id, request_hash, response)
  values ($1, $2, $3, $4, '{"id": 1, "billNo": "RAWR000001", "version": 2, "state": "done"}')`

const productText = `insert into product (group_id, org_id, part_id, last_purchase_price, last_purchase_on, last_supplier_id)
  select $1, $2, part_id, 10, $4, $5 from unnest($3::bigint[]) as u (part_id)
  on conflict (group_id, org_id, part_id) do update set last_purchase_price = excluded.last_purchase_price,
    last_purchase_on = excluded.last_purchase_on, last_supplier_id = excluded.last_supplier_id`

const pnlText = `insert into pnl_ledger (group_id, org_id, biz_date, period, kind, doc_kind, doc_id, amount, amount_taxed)
  values ($1, $2, $3, $4, 'revenue_part', $5, $6, $7, $7), ($1, $2, $3, $4, 'cogs_part', $5, $6, $7, 0)`
