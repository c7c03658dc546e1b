// The demo is loaded once, which takes more than a minute, and everything that is asked of it is asked here, hence the length.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimsMoney, claimStates } from '@chepu/contract/finance/claims-money'
import { picking } from '@chepu/contract/picking/picking'
import { pickingByParts, pickingQueue } from '@chepu/contract/picking/desk'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import {
  pickingReturnsByNumber,
  pickingReturnsByPart,
  pickingsByNumber,
  pickingsByPart,
} from '@chepu/contract/picking/queries'
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { reception } from '@chepu/contract/repair/reception'
import { repairRecords } from '@chepu/contract/repair/records'
import { repairRefund } from '@chepu/contract/repair/refund'
import { reservation } from '@chepu/contract/repair/reservation'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { matValuation } from '@chepu/contract/repair/valuation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { oldParts, oldPartStates } from '@chepu/contract/warranty/old-part'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bindAreas } from '../../../packages/server/src/app/areas'
import { type App, createApp } from '../../../packages/server/src/app/http'
import { migrate } from '../../../packages/server/src/app/migrate'
import { shanghaiDay } from '../../../packages/server/src/kernel/base/calendar'
import { Database } from '../../../packages/server/src/kernel/db/db'
import { openSession } from '../../../packages/server/src/shell/sign-in/session'
import { freshDatabase, migrations } from '../../../packages/server/test/database'
import { scratchFolder } from '../../../packages/server/test/memory'
import { ownerUrlIn, startProgram } from '../../../packages/server/test/own-program'
import type { Program } from '../../../packages/server/test/program'
import { assertBooks } from '../../../packages/server/test/shop'
import { manufacturerRows } from '../partner-rows'
import { userOrgs } from '../people'
import { Desk } from './desk'
import { proofs, wrongDays } from './warranty/test-helpers'

/** A company that is kept for the browser stories is noted here, with the day of its making (tools/test.mjs). */
const { DEMO_NOTE: note } = process.env

let program: Program
let db: Database
let app: App
let groupId: number
let folder: string
let drop: () => Promise<void> = async () => undefined
const day = shanghaiDay()
beforeAll(async () => {
  folder = await mkdtemp(join(scratchFolder(), 'chepu-demo-'))
  const cluster = inject('citusNodes').length > 0 ? await freshDatabase() : undefined
  if (cluster) drop = cluster.drop
  // The program's own first start.
  program = await startProgram({
    DATA_DIR: folder,
    DATABASE_URL: cluster?.ownerUrl ?? '',
    DEMO: '1',
    LOG_LEVEL: 'error',
  })
  db = new Database(cluster?.appUrl ?? (await migrate(await ownerUrlIn(folder), migrations)))
  app = await createApp(db)
  bindAreas(app)
  const [group] = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group' })
  groupId = group?.id as number
}, 600_000)
afterAll(async () => {
  await db.shared({ text: `delete from shared.session where device_id = 'test'` })
  await app.http.close()
  await db.close()
  const { code } = await program.stop()
  await drop()
  const isWhole = code === 0 && inject('citusNodes').length === 0
  if (note && isWhole) await writeFile(note, JSON.stringify({ folder, day }))
  else await rm(folder, { recursive: true })
})

async function counts(text: string): Promise<Record<string, number>> {
  const rows = await db.tenant(groupId, (tx) => tx.query<{ key: string; count: number }>({ text, values: [groupId] }))
  return Object.fromEntries(rows.map((row) => [row.key, row.count]))
}

/** Somebody at his desk in an organisation. */
async function deskOf(username: string, orgCode: string): Promise<Desk> {
  const ids = await counts(`select o.code as key, o.id as count from org o where o.group_id = $1
    union all select l.username, l.id from shared.login l where l.group_id = $1`)
  const session = { loginId: ids[username] as number, groupId, orgId: ids[orgCode] as number }
  return new Desk(app.http, await openSession(db, { ...session, deviceId: 'test', ip: '127.0.0.1' }))
}

describe('the demo company', () => {
  it('has its organisations, people, partners and parts', async () => {
    const tables = ['org', 'part', 'partner', 'app_user', 'employee']
    const found = await Promise.all(
      tables.map((table) => counts(`select '${table}' as key, count(*) as count from ${table} where group_id = $1`)),
    )
    expect(Object.assign({}, ...found)).toEqual({ org: 3, part: 308, partner: 104, app_user: 15, employee: 25 })
  })

  it('knows what its shops do to cars, who does it and where', async () => {
    const tables = ['service_item', 'service_package', 'technician', 'bay', 'fault_code']
    const found = await Promise.all(
      tables.map((table) => counts(`select '${table}' as key, count(*) as count from ${table} where group_id = $1`)),
    )
    expect(Object.assign({}, ...found)).toEqual({
      service_item: 70,
      service_package: 5,
      technician: 8,
      bay: 10,
      fault_code: 16,
    })
    const trades = await counts(`select w.name as key, count(*) as count from service_item i
      join worker_type w on w.group_id = i.group_id and w.id = i.worker_type_id where i.group_id = $1 group by 1`)
    expect(trades).toEqual({ 机电: 38, 电工: 8, 钣金: 8, 喷漆: 6, 轮胎: 6, 美容: 4 })
  })

  it('has cars of its customers, of which some must be insured or inspected soon', async () => {
    const cars = await counts(`select 'cars' as key, count(*) as count from vehicle where group_id = $1
      union all select 'owners', count(distinct partner_id) from vehicle where group_id = $1
      union all select 'linked', count(*) from vehicle where group_id = $1 and series_id is not null and avg_daily_km > 0
      union all select 'insure', count(*) from vehicle where group_id = $1 and compulsory_expires_on <= current_date + 30`)
    expect([cars['cars'], cars['owners']]).toEqual([87, 60])
    expect(cars['linked']).toBe(87)
    expect(cars['insure']).toBeGreaterThanOrEqual(6)
    expect(cars['insure']).toBeLessThanOrEqual(10)
  })

  it('has traded as much as the plan says, in every state', async () => {
    const kinds = await counts(`select d.kind || ' ' || o.code as key, count(*) as count from goods_document d
      join org o on o.group_id = d.group_id and o.id = d.org_id where d.group_id = $1 and not d.is_red group by 1`)
    expect(kinds['goods_receipt 01']).toBeGreaterThanOrEqual(95)
    expect(kinds['sales_delivery 01']).toBeGreaterThanOrEqual(240)
    expect(kinds['sales_quotation 01']).toBe(40)
    expect(kinds['direct_trade 01']).toBe(10)
    expect(kinds['goods_receipt 02']).toBeGreaterThanOrEqual(40)
    expect(kinds['sales_delivery 03']).toBeGreaterThanOrEqual(10)
    const kits = ['assembly 01', 'disassembly 01', 'assembly 02', 'disassembly 02'].map((key) => kinds[key])
    expect(kits).toEqual([6, 2, 2, 1])
    expect([
      kinds['transfer_order 01'],
      (kinds['transfer_request 02'] ?? 0) + (kinds['transfer_request 03'] ?? 0),
    ]).toEqual([42, 30])
    expect([kinds['location_move 01'], kinds['cost_adjustment 01']]).toEqual([3, 3])
    const states = await counts(
      'select state as key, count(*) as count from goods_document where group_id = $1 group by 1',
    )
    const every = ['submitted', 'approved', 'partial', 'done', 'voided', 'reversed']
    expect(every.filter((state) => !states[state])).toEqual([])
    const slips = await counts('select kind as key, count(*) as count from money_slip where group_id = $1 group by 1')
    expect(slips.collection).toBeGreaterThan(120)
    expect(slips.payment).toBeGreaterThan(70)
    expect(slips.write_off).toBeGreaterThan(5)
  })

  it('has kept the accounts of its shops: money moved, rent and wages, invoices, tills and a statement of the bank', async () => {
    const found =
      await counts(`select d.kind || ' ' || o.code as key, count(*) as count from money_slip d join org o on o.group_id = d.group_id and o.id = d.org_id
      where d.group_id = $1 and d.kind in ('fund_transfer', 'other_income', 'other_expense') and d.made_by is null group by 1
      union all select d.kind || ' ' || o.code || case when d.part_of is not null then ' part' when d.is_red then ' red' else '' end, count(*) from invoice d
        join org o on o.group_id = d.group_id and o.id = d.org_id where d.group_id = $1 group by 1
      union all select 'on its way', count(*) from money_slip where group_id = $1 and state = 'travelling'
      union all select 'confirmed', count(*) from money_slip where group_id = $1 and state = 'arrived'
      union all select 'recurring', count(*) from recurring_money where group_id = $1
      union all select 'certified', count(*) from invoice where group_id = $1 and certified_month is not null
      union all select 'differences', count(*) from till_day_account where group_id = $1 and difference <> 0
      union all select 'rows of the bank', count(*) from bank_line where group_id = $1 and match_id is null
      union all select 'matched', count(*) from bank_line where group_id = $1 and match_id is not null`)
    const atLeast = (key: string) => found[key] ?? 0
    const beside = (code: string) => atLeast(`other_income ${code}`) + atLeast(`other_expense ${code}`)
    const issued = (code: string) => atLeast(`invoice_issued ${code}`)
    expect(['01', '02', '03'].map(issued)).toEqual([60, 70, 15])
    expect(['01', '02', '03'].map((code) => atLeast(`invoice_received ${code}`))).toEqual([55, 25, 5])
    expect([found['invoice_issued 01 red'], found['invoice_issued 02 red'], found['invoice_received 01 red']]).toEqual([
      1, 1, 1,
    ])
    expect([found['invoice_issued 01 part'], found.recurring]).toEqual([1, 3])
    expect([found['on its way'], found['confirmed'], found['differences']]).toEqual([1, 3, 2])
    // A small-scale taxpayer issues at his levy rate.
    const rates = await counts(`select l.tax_rate::text as key, count(*) as count from invoice d
      join org o on o.group_id = d.group_id and o.id = d.org_id and o.code = '03'
      join invoice_line l on l.group_id = d.group_id and l.invoice_id = d.id
      where d.group_id = $1 and d.kind = 'invoice_issued' group by 1`)
    expect(Object.keys(rates).toSorted()).toEqual(['0.0100'])
    // What a shop has not earned it does not move or spend.
    expect(beside('01')).toBeGreaterThan(20)
    expect(beside('02') + beside('03')).toBeGreaterThan(28)
    expect(atLeast('fund_transfer 01') + atLeast('fund_transfer 02') + atLeast('fund_transfer 03')).toBeGreaterThan(17)
    expect(atLeast('certified')).toBeGreaterThan(50)
    expect(atLeast('rows of the bank')).toBeGreaterThanOrEqual(2)
    expect(atLeast('matched')).toBeGreaterThan(10)
  })

  it('has prices that changed, and some that will tomorrow', async () => {
    const states = await counts(
      'select state as key, count(*) as count from price_adjustment where group_id = $1 group by 1',
    )
    expect(states).toEqual({ effective: 2, approved: 1, draft: 1 })
    const changed = await counts(
      'select source as key, count(*) as count from price_history where group_id = $1 group by 1',
    )
    expect(changed).toEqual({ adjustment: 13 })
  })

  it('has papers of its own in each shop', async () => {
    const papers = await counts(
      'select doc_kind || paper as key, count(*) as count from print_template where group_id = $1 group by 1',
    )
    expect(papers).toEqual({ sales_deliveryform: 3, sales_deliveryreceipt: 3, goods_receipta4: 3 })
  })

  it('has repaired cars for months, and repairs some now', async () => {
    const documents =
      await counts(`select d.kind || ' ' || o.code || ' ' || d.state as key, count(*) as count from repair_document d
      join org o on o.group_id = d.group_id and o.id = d.org_id where d.group_id = $1 group by 1 order by 1`)
    const [atLeast, states] = [(key: string) => documents[key] ?? 0, Object.keys(documents)]
    expect(atLeast('work_order 02 delivered')).toBeGreaterThanOrEqual(140)
    expect(atLeast('work_order 03 delivered')).toBeGreaterThanOrEqual(25)
    const every = (kind: string, names: string) => names.split(' ').map((state) => `${kind} 02 ${state}`)
    expect(
      [
        ...every('work_order', 'estimating confirmed in_progress paused waiting_check completed settled cancelled'),
        ...every('reservation', 'pending confirmed arrived done cancelled no_show'),
        ...every('reception', 'open converted left'),
        ...every('repair_settlement', 'draft done'),
      ].filter((key) => !states.includes(key)),
    ).toEqual([])
    const payers = await counts(`select payer as key, count(distinct document_id) as count from repair_line l
      join repair_document d on d.group_id = l.group_id and d.id = l.document_id and d.kind = 'work_order' where l.group_id = $1 group by 1`)
    expect(payers).toMatchObject({ insurance: 18, warranty: 17, internal: 5, rework: 6 })
    const pauses = await counts(
      'select kind as key, count(*) as count from dispatch_pause where group_id = $1 and until_at is null group by 1',
    )
    expect(Object.keys(pauses).toSorted()).toEqual(['customer', 'maker', 'parts'])
  })

  it('has cases of insurers and refunds in every state', async () => {
    const found =
      await counts(`select d.kind || ' ' || o.code || ' ' || d.state as key, count(*) as count from repair_document d
      join org o on o.group_id = d.group_id and o.id = d.org_id
      where d.group_id = $1 and d.kind in ('insurance_case', 'repair_refund') and not d.is_red group by 1`)
    const inStates = (names: string) => names.split(' ').map((state) => `insurance_case 02 ${state}`)
    const every = inStates('reported assessed in_repair submitted agreed paid refused voided')
    expect(every.filter((key) => !found[key])).toEqual([])
    const refunds = Object.entries(found).filter(([key]) => key.startsWith('repair_refund'))
    expect(Object.fromEntries(refunds)).toEqual({
      'repair_refund 02 draft': 1,
      'repair_refund 02 submitted': 1,
      'repair_refund 02 done': 6,
      'repair_refund 02 reversed': 1,
      'repair_refund 03 done': 3,
    })
  })

  it('has claimed of manufacturers what it did at their expense, and keeps the old parts', async () => {
    const found =
      await counts(`select d.kind || ' ' || o.code as key, count(*) as count from repair_document d join org o on o.group_id = d.group_id and o.id = d.org_id
      where d.group_id = $1 and d.kind = 'warranty_bill' and not d.is_red group by 1
      union all select d.kind || ' ' || d.state, count(*) from claim_document d where d.group_id = $1 group by 1`)
    expect(found).toEqual({
      'warranty_bill 01': 4,
      'warranty_bill 02': 24,
      'warranty_claim draft': 1,
      'warranty_claim sent': 1,
      'warranty_claim answered': 1,
      'warranty_claim done': 2,
      'warranty_claim voided': 1,
      'claim_confirmation draft': 1,
      'claim_confirmation done': 3,
      'claim_confirmation voided': 1,
      'old_part_return draft': 1,
      'old_part_return packed': 1,
      'old_part_return shipped': 1,
      'old_part_return done': 1,
      'old_part_return voided': 1,
      'warranty_settlement draft': 1,
      'warranty_settlement done': 2,
      'warranty_settlement voided': 1,
    })
    const states = await counts(`select state as key, count(*) as count from repair_document where group_id = $1
      and kind = 'warranty_bill' group by 1 union all select 'part ' || state, count(*) from old_part where group_id = $1 group by 1`)
    const every = [...Object.keys(warrantyBill.states), ...Object.keys(oldPartStates).map((state) => `part ${state}`)]
    expect(every.filter((key) => !states[key])).toEqual([])
    const desk = await deskOf('boss01', '02')
    const owed: string[] = []
    for (const state of Object.keys(claimStates)) {
      const { rows } = await desk.call(claimsMoney.list, {
        query: { tab: 'warranty', state, page: 1, rows: 1 } as never,
      })
      if (rows.length === 0) owed.push(state)
    }
    expect(owed).toEqual([])
  })

  it('says of claims and old parts the days on which it happened', async () => {
    const desk = await deskOf('boss01', '02')
    const { rows } = await desk.call(oldParts.list, { query: { page: 1, rows: 200 } as never })
    expect(Math.max(...rows.map(({ days }) => days ?? 0))).toBeGreaterThan(30)
    const wrong = await counts(wrongDays)
    expect(Object.entries(wrong).filter(([, count]) => count > 0)).toEqual([])
  })

  it('has photos of what was claimed, and parts that were replaced or credited without a car', async () => {
    const found = await counts(proofs)
    expect(found).toMatchObject({ refused: 2, less: 3, sales_delivery: 1, sales_return: 1, old_part: 1, sampling: 1 })
    const [north, , battery] = manufacturerRows
    const some = [`photos of ${north}`, `photos of ${battery}`, 'contested'].map((key) => found[key] ?? 0)
    expect(Math.min(...some)).toBeGreaterThan(0)
  })

  it('has work, material and consent of every kind beside them', async () => {
    const found =
      await counts(`select kind as key, count(*) as count from goods_document where group_id = $1 and kind like 'picking%' group by 1
      union all select 'inspections', count(*) from inspection where group_id = $1
      union all select 'links', count(*) from customer_link where group_id = $1
      union all select 'answers', count(*) from customer_answer where group_id = $1
      union all select 'declined', count(*) from repair_line where group_id = $1 and agreement = 'declined'
      union all select 'added', count(*) from repair_line where group_id = $1 and is_added
      union all select 'failed', count(*) from quality_check where group_id = $1 and not is_ok
      union all select 'shared', count(*) from dispatch where group_id = $1 and role = 'assistant'
      union all select 'deposits', count(*) from money_slip where group_id = $1 and purpose = 'deposit' and source_kind = 'work_order'
      union all select 'paid at once', count(*) from money_slip where group_id = $1 and maker_kind = 'repair_settlement'`)
    expect(Object.entries(found).filter(([, count]) => count === 0)).toEqual([])
    expect(Object.keys(found)).toHaveLength(11)
  })

  it('has sold over the counter, and has orders there that wait', async () => {
    const bills =
      await counts(`select d.order_kind || ' ' || o.code || ' ' || d.state as key, count(*) as count from repair_document d
      join org o on o.group_id = d.group_id and o.id = d.org_id where d.group_id = $1 and d.kind = 'work_order' and d.order_kind <> 'normal' group by 1`)
    expect(bills).toEqual({
      'fast 02 settled': 59,
      'fast 02 cancelled': 1,
      'fast 02 estimating': 2,
      'goods 02 settled': 19,
      'goods 02 refunded': 1,
      'fast 03 settled': 150,
      'fast 03 cancelled': 1,
      'fast 03 estimating': 2,
      'goods 03 settled': 29,
      'goods 03 refunded': 1,
    })
  })

  it('has members whose cards, packages and coupons have met everything that may happen to them', async () => {
    const vouchers = await counts(`select purpose || ' ' || state as key, count(*) as count from money_slip
      where group_id = $1 and kind = 'card_voucher' and not is_red group by 1`)
    expect(vouchers).toMatchObject({
      'open done': 28,
      'recharge done': 43,
      'recharge submitted': 2,
      'refund_card done': 4,
      'refund_card reversed': 1,
      'replace done': 1,
      'freeze done': 1,
      'lost done': 3,
      'expire done': 3,
    })
    const cards = await counts('select state as key, count(*) as count from card where group_id = $1 group by 1')
    expect(cards).toEqual({ active: 22, lost: 1, frozen: 1, closed: 4 })
    const coupons = await counts('select state as key, count(*) as count from coupon where group_id = $1 group by 1')
    expect(coupons).toMatchObject({ locked: 2, used: 6, void: 4 })
    const used =
      await counts(`select 'packages' as key, count(*) as count from card_item_ledger where group_id = $1 and doc_kind = 'repair_settlement'
      union all select 'money', count(*) from card_ledger where group_id = $1 and doc_kind = 'write_off'
      union all select 'elsewhere', count(*) from card_ledger l join card c on c.group_id = l.group_id and c.id = l.card_id and c.org_id <> l.org_id where l.group_id = $1`)
    expect(Object.values(used).every((count) => count > 0)).toBe(true)
  })

  it('shows rows in every tab of the lists of workshop and issuing, and cars in every state', async () => {
    const desks = [await deskOf('boss01', '02'), await deskOf('boss01', '03')]
    const lists = [workOrder, reservation, reception, insuranceCase].flatMap(({ title, routes, states }) =>
      Object.entries(states).map(([state, { label }]): [string, typeof workOrder.routes.list, object] => [
        `${title} ${label}`,
        routes.list as never,
        { state },
      ]),
    )
    const add = (name: string, list: unknown, query: object = {}) => lists.push([name, list as never, query])
    add('检车报告 检查中', inspectionRoutes.list, { state: 'open' })
    add('检车报告 已完成', inspectionRoutes.list, { state: 'done' })
    add('材料计价', matValuation.list, { flag: 'unvalued' })
    for (const { title, routes } of [repairSettlement, repairRefund, picking, pickingReturn]) add(title, routes.list)
    add('待领料', pickingQueue.list, { status: 'waiting' })
    add('已领完', pickingQueue.list, { status: 'issued' })
    for (const query of [
      repairRecords,
      pickingByParts,
      pickingsByNumber,
      pickingsByPart,
      pickingReturnsByNumber,
      pickingReturnsByPart,
    ])
      add(query.title, query.list)
    const empty: string[] = []
    for (const [name, list, query] of lists) {
      const found = await Promise.all(
        desks.map((desk) => desk.call(list, { query: { ...query, page: 1, rows: 1 } as never })),
      )
      if (found.every(({ rows }) => rows.length === 0)) empty.push(name)
    }
    expect(empty).toEqual([])
  })

  it('leaves something to do for everybody but who keeps the system', async () => {
    const idle: string[] = []
    for (const { username, orgCode } of userOrgs) {
      const { tasks } = await (await deskOf(username, orgCode)).call(dashboard)
      if (tasks.length === 0) idle.push(`${username} ${orgCode}`)
    }
    expect(idle).toEqual(['admin01 01', 'admin01 02', 'admin01 03'])
  })

  it('has given the steps of its orders the moments that they would have had', async () => {
    const wrong = await counts(`select 'work' as key, count(*) as count from dispatch where group_id = $1
        and (finished_at < started_at or started_at > now() or finished_at > now())
      union all select 'stays', count(*) from repair_document where group_id = $1 and kind = 'work_order'
        and (confirmed_at < arrived_at or completed_at < arrived_at or delivered_at < completed_at)
      union all select 'longer than a week', count(*) from repair_document where group_id = $1 and delivered_at > arrived_at + interval '7 days'`)
    expect(wrong).toEqual({ work: 0, stays: 0, 'longer than a week': 0 })
  })

  it('keeps its books', () => assertBooks(db, groupId))
})
