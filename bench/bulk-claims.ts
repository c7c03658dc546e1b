import type pg from 'pg'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'

/** A shop whose claims are written, and what they refer to. */
export interface ClaimsGround {
  owner: pg.Client
  groupId: number
  orgId: number
  /** Of the group; shops of one group have different codes. */
  orgCode: string
  warehouseId: number | null
  parts: readonly number[]
  /** Manufacturers of the group, with a policy and a fault code each. */
  makers: readonly Maker[]
}

interface Maker {
  id: number
  termId: number
  faultId: number
}

/** So many bills a day, as busy in a shop of few as in one of many. */
const perDay = 28
const makerCount = 20
/** Bills of all manufacturers that are claimed together, twenty of each. */
const batch = 400
/** The last batch was not sent; so many before it wait for an answer, and those before them for their settlement. */
const waiting = { claimed: 2, confirmed: 5 }

/** Manufacturers of a group with what they promise for cars of a brand. */
export async function claimMakers(owner: pg.Client, groupId: number): Promise<Maker[]> {
  const { rows } = await owner.query<{ id: string; termId: string; faultId: string }>(
    `with maker as (
        insert into partner (group_id, code, name, kind, cus_flag) select $1, 'CB' || n, '厂家' || n, 'unit', 4 from generate_series(1, $2::int) n returning id
      ), policy as (
        insert into manufacturer_policy (group_id, code, name, manufacturer_id, scope, brand_id)
        select $1, 'ZCB' || id, '整车三包', id, 'vehicle', (select min(id) from brand where group_id = $1) from maker returning id, manufacturer_id
      ), term as (
        insert into manufacturer_policy_term (group_id, policy_id, valid_from, months, labour_rate, part_price_rule)
        select $1, id, '2015-01-01', 24, 80, 'retail' from policy returning id, policy_id
      ), fault as (
        insert into fault_code (group_id, code, name, manufacturer_id) select $1, 'GB' || id, '故障' || id, id from maker returning id, manufacturer_id
      ) select p.manufacturer_id as id, t.id as "termId", f.id as "faultId" from policy p
        join term t on t.policy_id = p.id join fault f on f.manufacturer_id = p.manufacturer_id`,
    [groupId, makerCount],
  )
  const whole = (text: string) => Number.parseInt(text, 10)
  return rows.map(({ id, termId, faultId }) => ({ id: whole(id), termId: whole(termId), faultId: whole(faultId) }))
}

/**
 * Years of claims, written as the owner past the services: orders with their settlements, of which manufacturers pay every other one; bills of all
 * orders, claims, answers, parcels of old parts and settlements with what was paid, all with their items. One order in ten is an insurer's.
 */
export async function bulkClaims(ground: ClaimsGround, count: number): Promise<void> {
  const { owner, groupId, orgId } = ground
  const days = Math.round(count / perDay)
  await owner.query(
    `create temp table planted as
      select n, batch, maker, ago, is_ordered, state, $2::date - $3::int + (n::bigint * $3::int / $1::int)::int as day,
        case when ago > ${waiting.claimed} and state <> 'closed' then case answer when 'confirmed' then 820 when 'rejected' then 0 else 720 end end as confirmed,
        null::bigint as order_id, null::bigint as settlement_id, null::bigint as case_id, null::bigint as bill_id
      from generate_series(0, $1::int - 1) n
      cross join lateral (select n / ${batch} as batch, n % ${makerCount} as maker, ($1::int - 1) / ${batch} - n / ${batch} as ago, n % 2 = 0 as is_ordered,
        case when n % 23 = 0 then 'rejected' when n % 7 = 0 then 'part_confirmed' else 'confirmed' end as answer) b
      cross join lateral (select case when ago = 0 and n >= $1::int - 25 then 'draft' when ago = 0 and n >= $1::int - 50 then 'submitted' when ago = 0 then 'approved'
        when ago <= ${waiting.claimed} then 'claimed' when ago <= ${waiting.confirmed} then answer when n % 50 = 0 then 'closed' else 'settled' end as state) s`,
    [count, shanghaiDay(), days],
  )
  const cars = await carsOf(ground, Math.max(1, Math.round(count / 10)))
  const each = { ...ground, ...cars }
  await orders(each)
  await bills(each)
  await lines(each)
  await claims(each)
  await oldParts(each)
  await items(each)
  await owner.query('drop table planted, claimed_of')
  await owner.query(
    `insert into partner_balance (group_id, org_id, partner_id, account, balance)
      select group_id, org_id, partner_id, side, sum(balance) from open_item where group_id = $1 and org_id = $2 group by 1, 2, 3, 4
      on conflict (group_id, org_id, partner_id, account) do update set balance = excluded.balance`,
    [groupId, orgId],
  )
}

interface Planting extends ClaimsGround {
  customers: readonly number[]
  cars: readonly number[]
  insurerId: number
}

/** Customers with a car each, and an insurer. */
async function carsOf({ owner, groupId, orgCode }: ClaimsGround, count: number) {
  const { rows } = await owner.query<{ id: string }>(
    `insert into partner (group_id, code, name, kind, cus_flag)
      select $1, 'KC' || $2 || '-' || n, '车主' || $2 || '-' || n, 'person', case n when 0 then 8 else 1 end from generate_series(0, $3::int) n returning id`,
    [groupId, orgCode, count],
  )
  const [insurer, ...customers] = rows.map(({ id }) => Number.parseInt(id, 10))
  const found = await owner.query<{ id: string }>(
    `insert into vehicle (group_id, plate, vin, partner_id, model_text, mileage, invoiced_on)
      select $1, '京' || chr(64 + $2::text::int) || lpad(n::text, 5, '0'), 'LSVAA4' || lpad($2::text, 4, '0') || lpad(n::text, 7, '0'), id, '重卡', 30000, current_date - 400
      from unnest($3::bigint[]) with ordinality as c (id, n) returning id`,
    [groupId, orgCode, customers],
  )
  return { insurerId: insurer as number, customers, cars: found.rows.map(({ id }) => Number.parseInt(id, 10)) }
}

/** Orders and their settlements; every other one is the customer's own, of which one in five is an insurer's. */
async function orders({ owner, groupId, orgId, orgCode, customers, cars, insurerId }: Planting): Promise<void> {
  const insert = (kind: string, prefix: string, state: string, column: string) =>
    owner.query(
      `with made as (
          insert into repair_document (group_id, org_id, kind, bill_no, biz_date, period, state, version, partner_id, vehicle_id, order_kind, work_order_id,
            completed_at, delivered_at, total_amount, warranty_due, mileage, insurer_id, agreed_amount, creator_id, created_at, posted_at)
          select $1, $2, $3, $4 || $5 || lpad(n::text, 8, '0'), day, to_char(day, 'YYYYMM')::int, $6, 3, ($7::bigint[])[1 + n % cardinality($7::bigint[])],
            ($8::bigint[])[1 + n % cardinality($8::bigint[])], case $3 when 'work_order' then 'normal' end, order_id, day, day, 700,
            case when $3 = 'repair_settlement' and is_ordered then 700 else 0 end, 30000,
            case $3 when 'insurance_case' then $9::bigint end, case when $3 = 'insurance_case' and n % 3 > 0 then 650 end, u.id, day, day
          from planted cross join (select min(id) as id from app_user where group_id = $1) u where $3 <> 'insurance_case' or n % 10 = 1
          returning id, bill_no)
        update planted p set ${column} = made.id from made where right(made.bill_no, 8)::int = p.n`,
      [groupId, orgId, kind, prefix, orgCode, state, customers, cars, insurerId],
    )
  await insert('work_order', 'WX', 'delivered', 'order_id')
  await insert('repair_settlement', 'WJ', 'done', 'settlement_id')
  await insert('insurance_case', 'LP', 'agreed', 'case_id')
}

async function bills({ owner, groupId, orgId, orgCode, makers, customers, cars, parts }: Planting): Promise<void> {
  await owner.query(
    `with made as (
        insert into repair_document (group_id, org_id, kind, bill_no, biz_date, period, state, version, partner_id, vehicle_id, work_order_id, settlement_id,
          manufacturer_id, policy_term_id, fault_code_id, cause_part_id, handling, invoiced_on, repaired_on, checked_vin, claim_by, is_in_term, complaint,
          labour_amount, material_amount, other_amount, total_amount, confirmed_amount, rejected_amount, settled_amount, creator_id, created_at, approved_at, posted_at)
        select $1, $2, 'warranty_bill', 'SB' || $3 || lpad(n::text, 8, '0'), day, to_char(day, 'YYYYMM')::int, state, 3,
          ($4::bigint[])[1 + n % cardinality($4::bigint[])], ($5::bigint[])[1 + n % cardinality($5::bigint[])],
          case when is_ordered then order_id end, case when is_ordered then settlement_id end,
          ($6::bigint[])[1 + maker], ($7::bigint[])[1 + maker], ($8::bigint[])[1 + maker], ($9::bigint[])[1 + n * 7 % cardinality($9::bigint[])],
          'replace', day - 300, day, '', day + 30, true, '起步打滑', 200, 500, 120, 820,
          confirmed, coalesce(820 - confirmed, 0), case state when 'settled' then confirmed else 0 end,
          u.id, day, day, day
        from planted cross join (select min(id) as id from app_user where group_id = $1) u returning id, bill_no)
      update planted p set bill_id = made.id from made where right(made.bill_no, 8)::int = p.n`,
    [
      groupId,
      orgId,
      orgCode,
      customers,
      cars,
      makers.map(({ id }) => id),
      makers.map(({ termId }) => termId),
      makers.map(({ faultId }) => faultId),
      parts,
    ],
  )
}

/** A job, a part and the way of every bill; of an order that a manufacturer pays job and part are those of its settlement. */
async function lines({ owner, groupId, parts, makers }: Planting): Promise<void> {
  const insert = (document: string, which: string, source: string) =>
    owner.query(
      `insert into repair_line (group_id, document_id, section, line_no, source_line_id, name, part_id, pricing_mode, std_hours, qty, price, amount, net_amount,
          assessed_amount, confirmed_amount, payer, payer_partner_id, agreement, work_state, returns_old_part, issued_qty)
        select $1, p.${document}, l.section, 1, ${source}, l.name, case l.section when 'materials' then ($2::bigint[])[1 + n * 7 % cardinality($2::bigint[])] end,
          case l.section when 'labour' then 'hours' end, case l.section when 'labour' then 2.5 else 0 end, 1, l.price, l.price, l.price,
          case when '${document}' = 'settlement_id' and is_ordered then l.price end,
          case when '${document}' = 'bill_id' and p.confirmed is not null then case when p.confirmed = 0 then 0 when p.confirmed < 820 and l.section = 'materials' then 400 else l.price end end,
          case when '${document}' = 'bill_id' or is_ordered then 'warranty' else 'customer' end,
          case when '${document}' = 'bill_id' or is_ordered then ($3::bigint[])[1 + maker] end, 'agreed', 'passed',
          '${document}' = 'bill_id' and l.section = 'materials', case l.section when 'materials' then 1 else 0 end
        from planted p cross join (values ('labour', '更换离合器', 200), ('materials', '', 500), ('extras', '外出费', 120)) l (section, name, price)
        where ${which} order by n`,
      [groupId, parts, makers.map(({ id }) => id)],
    )
  await insert('order_id', `l.section <> 'extras'`, 'null')
  await insert('settlement_id', `l.section <> 'extras'`, 'null')
  // What was settled last has no bill yet.
  await insert(
    'bill_id',
    'true',
    `case when is_ordered and l.section <> 'extras' and state <> 'draft' then (select o.id from repair_line o
      where o.group_id = $1 and o.document_id = p.settlement_id and o.section = l.section) end`,
  )
}

/** Documents of a claim: twenty bills of a manufacturer, their answer, the parcel of their old parts and their settlement. */
async function claims({ owner, groupId, orgId, orgCode, makers }: Planting): Promise<void> {
  const kinds = [
    [
      'warranty_claim',
      'SP',
      `case when ago > ${waiting.claimed} then 'done' else 'sent' end`,
      `state in ('claimed', 'confirmed', 'part_confirmed', 'rejected', 'settled')`,
    ],
    ['claim_confirmation', 'SQ', `'done'`, 'confirmed is not null'],
    ['old_part_return', 'JF', `'done'`, 'confirmed is not null'],
    ['warranty_settlement', 'SJ', `'done'`, `state = 'settled'`],
  ] as const
  for (const [kind, prefix, state, which] of kinds)
    await owner.query(
      `insert into claim_document (group_id, org_id, kind, bill_no, biz_date, period, state, version, partner_id, claim_id, sent_on, shipped_at, due_on,
          claimed_amount, confirmed_amount, deducted_amount, net_amount, creator_id, created_at, approved_at, posted_at)
        select $1, $2, $3, $4 || $5 || lpad(batch::text, 6, '0') || lpad(maker::text, 2, '0'), day, to_char(day, 'YYYYMM')::int, state, 3, ($6::bigint[])[1 + maker],
          case when $3 = 'claim_confirmation' then (select c.id from claim_document c where c.group_id = $1 and c.org_id = $2 and c.kind = 'warranty_claim'
            and c.bill_no = 'SP' || $5 || lpad(batch::text, 6, '0') || lpad(maker::text, 2, '0')) end,
          day, day, day + 30, claimed, confirmed, 50, confirmed - 50, u.id, day, day, day
        from (select batch, maker, least(max(day) + case $3 when 'warranty_claim' then 7 when 'claim_confirmation' then 21 else 35 end, current_date) as day, max(${state}) as state,
          820 * count(*) as claimed, coalesce(sum(confirmed), 0) as confirmed from planted where ${which} group by batch, maker) p
        cross join (select min(id) as id from app_user where group_id = $1) u order by batch, maker`,
      [groupId, orgId, kind, prefix, orgCode, makers.map(({ id }) => id)],
    )
  await owner.query(
    `create temp table claimed_of as
      select p.n, p.day, p.bill_id, p.confirmed, d.kind, d.id, d.biz_date, row_number() over (partition by d.id order by p.n)::int as line_no
      from planted p join claim_document d on d.group_id = $1 and d.org_id = $2 and right(d.bill_no, 8) = lpad(p.batch::text, 6, '0') || lpad(p.maker::text, 2, '0')
      where case d.kind when 'warranty_claim' then p.state not in ('draft', 'submitted', 'approved', 'closed') when 'warranty_settlement' then p.state = 'settled' else p.confirmed is not null end`,
    [groupId, orgId],
  )
  await owner.query(
    `insert into claim_line (group_id, document_id, section, line_no, bill_id, claimed_amount, confirmed_amount)
      select $1, id, 'bills', line_no, bill_id, 820, case kind when 'warranty_settlement' then confirmed else 0 end
      from claimed_of where kind in ('warranty_claim', 'warranty_settlement') order by id, line_no`,
    [groupId],
  )
  await owner.query(
    `insert into claim_line (group_id, document_id, section, line_no, bill_id, bill_line_id, claimed_amount, before_amount, confirmed_amount, rest, reason)
      select $1, c.id, 'verdicts', row_number() over (partition by c.id order by c.line_no, r.section), c.bill_id, r.id, r.net_amount, r.net_amount, r.confirmed_amount,
        case when r.confirmed_amount < r.net_amount then 'shop' end, case when r.confirmed_amount < r.net_amount then '核减' else '' end
      from claimed_of c join repair_line r on r.group_id = $1 and r.document_id = c.bill_id where c.kind = 'claim_confirmation' order by c.id, c.line_no`,
    [groupId],
  )
  await owner.query(
    `insert into claim_line (group_id, document_id, section, line_no, bill_id, deduction, amount, reason)
      select $1, id, 'deductions', 1, case when id % 2 = 0 then min(bill_id) end, 'sampling', 50, '抽检' from claimed_of where kind = 'warranty_settlement' group by id`,
    [groupId],
  )
}

/** A tag a bill, on the parcel of its claim once that was answered. */
async function oldParts({ owner, groupId, orgId, orgCode, warehouseId }: Planting): Promise<void> {
  await owner.query(
    `insert into old_part (group_id, org_id, tag_no, bill_id, bill_line_id, part_id, state, warehouse_id, created_at, tagged_at)
      select $1, $2, 'JJ' || $3 || lpad(n::text, 10, '0'), p.bill_id, l.id, l.part_id, case when confirmed is null then 'stored' when n % 97 = 0 then 'lost'
        when n % 89 = 0 then 'scrapped' when ago <= ${waiting.confirmed} then 'shipped' else 'accepted' end, $4, day, case when ago > 0 then day end
      from planted p join repair_line l on l.group_id = $1 and l.document_id = p.bill_id and l.section = 'materials'
      where p.state not in ('draft', 'submitted') order by n`,
    [groupId, orgId, orgCode, warehouseId],
  )
  await owner.query(
    `insert into old_part_step (group_id, old_part_id, at, user_id, state)
      select $1, o.id, o.created_at, u.id, s from old_part o cross join unnest(array['stored', 'shipped']) s
      cross join (select min(id) as id from app_user where group_id = $1) u where o.group_id = $1 and o.org_id = $2`,
    [groupId, orgId],
  )
  await owner.query(
    `insert into claim_line (group_id, document_id, section, line_no, old_part_id, result)
      select $1, c.id, 'tags', c.line_no, o.id, case when o.state = 'accepted' then 'accepted' end
      from claimed_of c join old_part o on o.group_id = $1 and o.bill_id = c.bill_id where c.kind = 'old_part_return'`,
    [groupId],
  )
}

/** What settlements of orders, bills and answers have opened, what settlements of claims took over, and what was paid. */
async function items({ owner, groupId, orgId, makers, insurerId }: Planting): Promise<void> {
  const insert = (rows: string, values: readonly unknown[] = []) =>
    owner.query(
      `insert into open_item (group_id, org_id, partner_id, side, tab, payer_type, source_kind, source_id, bill_no, biz_date, due_on, original, written_off, is_unconfirmed,
          warranty_bill_id)
        select $1, $2, partner_id, 'AR', tab, tab, source_kind, source_id, bill_no, biz_date, biz_date + 30, original, case when is_done then original else 0 end,
          is_unconfirmed, bill_id from (${rows}) i order by biz_date`,
      [groupId, orgId, ...values],
    )
  const makerIds = makers.map(({ id }) => id)
  await insert(
    `select ($3::bigint[])[1 + maker] as partner_id, 'warranty' as tab, d.kind as source_kind, d.id as source_id, d.bill_no, d.biz_date, i.amount as original,
        p.state in ('settled', 'closed') as is_done, p.confirmed is null as is_unconfirmed, null::bigint as bill_id
      from planted p cross join lateral (values (settlement_id, 700), (bill_id, case when is_ordered then 120 else 820 end)) i (id, amount)
      join repair_document d on d.group_id = $1 and d.id = i.id
      where d.kind = 'warranty_bill' and p.state not in ('draft', 'submitted') or d.kind = 'repair_settlement' and is_ordered`,
    [makerIds],
  )
  await insert(
    `select ($3::bigint[])[1 + maker] as partner_id, 'warranty' as tab, q.kind as source_kind, q.id as source_id, q.bill_no, q.biz_date, p.confirmed - 820 as original,
        p.state = 'settled' as is_done, false as is_unconfirmed, p.bill_id
      from planted p join claimed_of c on c.n = p.n and c.kind = 'claim_confirmation' join claim_document q on q.group_id = $1 and q.id = c.id where p.confirmed < 820`,
    [makerIds],
  )
  await insert(
    `select partner_id, 'warranty' as tab, kind as source_kind, id as source_id, bill_no, biz_date, net_amount as original, biz_date < current_date - 60 and id % 10 > 0 as is_done,
        false as is_unconfirmed, null::bigint as bill_id
      from claim_document where group_id = $1 and org_id = $2 and kind = 'warranty_settlement'`,
  )
  await insert(
    `select $3::bigint as partner_id, 'insurance' as tab, 'repair_settlement' as source_kind, settlement_id as source_id, 'WJ' || n as bill_no, day as biz_date, 650 as original,
        ago > ${waiting.confirmed} as is_done, false as is_unconfirmed, null::bigint as bill_id from planted where case_id is not null`,
    [insurerId],
  )
  await owner.query(
    `insert into write_off_line (group_id, org_id, doc_kind, doc_id, open_item_id, amount, tender, biz_date)
      select group_id, org_id, 'collection', id, id, written_off, 'money', biz_date + 20 from open_item
      where group_id = $1 and org_id = $2 and written_off <> 0 and (source_kind = 'warranty_settlement' or tab = 'insurance')`,
    [groupId, orgId],
  )
}
