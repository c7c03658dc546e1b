// A deposit is tied to a document of any family: here to a repair job, which has a table of its own.
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { writeOff } from '@chepu/contract/finance/write-off'
import { sub, sumOf } from '@chepu/contract/kernel/decimal'
import { postingActions } from '@chepu/contract/kernel/document'
import { defineMoneyDocument, moneyHeader, moneySections } from '@chepu/contract/kernel/money-document'
import { id } from '@chepu/contract/kernel/scalars'
import type { StateDefs } from '@chepu/contract/kernel/states'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { z } from 'zod'
import type { Client, Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import type { MoneyActions, MoneySlip, MoneyTraits } from './types'

// The kinds are known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { openShop } = await import('../../../test/shop')
const { act, save, trySave, tryAct } = await import('../../../test/desk')
const { newPartner, openItem } = await import('../../../test/finance')
const { openPlanting } = await import('../../../test/planting')
const { runSql } = await import('../../../test/database')
const { distribute } = await import('../../../../../tools/distribute')
const { entryHandlers } = await import('../document/entry')
const { registerDocument } = await import('../document/registry')
const { invariants } = await import('../invariants')
const { bindMoneyDocument } = await import('./routes')
const { postSlip, reverseSlip, unpostSlip } = await import('./lifecycle')

const approve = button('collection', 'approve')
const common = {
  area: 'finance',
  partnerTitle: '客户',
  buttons: { view: pageOf('collection'), add: approve, update: approve },
} as const
const usual = postingActions({ submit: approve, approve, unapprove: approve, reverse: approve, void: approve })

const jobStates = {
  noted: { label: '已登记', stage: 'entry', tone: 'grey' },
  working: { label: '维修中', stage: 'agreed', tone: 'blue' },
  left: { label: '已放弃', stage: 'voided', tone: 'grey' },
} as const satisfies StateDefs
/** Known to the others; nothing of it is called here. */
const job = defineMoneyDocument({
  ...common,
  kind: 'repair_job',
  title: '维修单',
  prefix: 'WX',
  path: 'repair-job',
  header: moneyHeader,
  sections: {},
  states: jobStates,
  actions: { begin: { label: '开工', from: ['noted'], to: ['working'], button: approve } },
})

const deposit = defineMoneyDocument({
  ...common,
  kind: 'job_deposit',
  title: '维修订金单',
  prefix: 'WD',
  path: 'job-deposit',
  header: moneyHeader.extend({ purpose: z.literal('deposit').default('deposit'), sourceId: id }),
  sections: { tenders: moneySections.tenders },
  actions: usual,
})
const traits: MoneyTraits<typeof deposit> = {
  def: deposit,
  purposes: { deposit: '订金' },
  deposit: { kinds: () => [job.kind] },
  figures({ tenders }) {
    const total = sumOf(tenders, ({ amount }) => amount)
    return { total, fee: sumOf(tenders, ({ fee }) => fee), writtenOff: '0', discount: '0', advance: total }
  },
}
const postingOf = ({ partnerId, tenders, total, fee }: MoneySlip) => ({
  cash: tenders.map((tender) => ({
    storeAccountId: tender.storeAccountId,
    amount: sub(tender.amount, tender.fee),
    remark: '',
  })),
  advances: [{ partnerId, account: 'ADV_IN' as const, amount: total, kind: 'advance' as const }],
  pnl: [{ kind: 'other_expense' as const, amount: fee }],
})
const actions: MoneyActions<typeof deposit> = {
  ...entryHandlers,
  approve: (tx, slip) => postSlip(tx, traits, slip, postingOf(slip)),
  unapprove: (tx, slip) => unpostSlip(tx, traits, slip),
  reverse: (tx, slip) => reverseSlip(tx, traits, slip),
}

let shop: Shop
let owner: Client
let partnerId: number
beforeAll(async () => {
  const nobody = async () => undefined
  shop = await openShop({
    config: { creditCheck: false },
    bind({ bind }) {
      registerDocument({ def: job, priceField: null, family: { table: 'repair_job', lock: nobody, read: nobody } })
      bindMoneyDocument(bind, { ...traits, actions })
    },
  })
  await runSql(
    shop.ownerUrl,
    `create table repair_job (group_id bigint not null, id bigint not null, org_id bigint not null, kind text not null default 'repair_job',
      bill_no text not null, biz_date date not null, period int not null, department_id bigint, partner_id bigint, state text not null,
      is_red boolean not null default false, red_of bigint, posted_at timestamptz, primary key (group_id, id));
    grant select on repair_job to public`,
  )
  if (inject('citusNodes').length > 0) await distribute(shop.ownerUrl)
  owner = await shop.signIn('owner')
  partnerId = await newPartner(shop, '车主')
})
afterAll(async () => {
  await shop.close()
  vi.resetModules()
})

const setJob = (jobId: number, state: keyof typeof jobStates, ofPartner = partnerId) => {
  const day = shanghaiDay()
  return runSql(
    shop.ownerUrl,
    `insert into repair_job (group_id, id, org_id, bill_no, biz_date, period, partner_id, state)
      values (${shop.groupId}, ${jobId}, ${shop.orgId}, 'WX${jobId}', '${day}', ${day.slice(0, 7).replace('-', '')}, ${ofPartner}, '${state}')
      on conflict (group_id, id) do update set state = excluded.state`,
  )
}
const body = (sourceId: number, amount: string) => ({
  header: { bizDate: shanghaiDay(), partnerId, sourceId },
  tenders: [{ storeAccountId: shop.cashId, amount }],
})
const advances = async () => (await owner.call(currentReceive, { query: { partnerId, side: 'AR' } })).advances
const free = (amount: string) => ({ account: 'ADV_IN', amount, sourceKind: null, sourceId: null, sourceNo: null })
const tied = (amount: string, sourceKind: string, sourceId: number, sourceNo: string) => ({
  account: 'ADV_IN',
  amount,
  sourceKind,
  sourceId,
  sourceNo,
})

it('is taken for a job of this partner that holds good', async () => {
  await setJob(901, 'noted')
  await setJob(902, 'working', shop.customerId)
  for (const jobId of [901, 902, 903])
    expect(await trySave(owner, deposit.routes, body(jobId, '100'))).toMatchObject({
      status: 400,
      errors: [{ path: 'header.sourceId', message: '订单不存在、未审核，或不属于所选单位' }],
    })
})

it('belongs to its job beside the deposit of an order with the same id, and is told with its kind', async () => {
  const ordered = await save(owner, salesOrder.routes, {
    header: { bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId, allowBackorder: true },
    lines: [{ partId: shop.parts.filter, qty: '1', price: '100' }],
  })
  const order = await act(owner, salesOrder.routes, await act(owner, salesOrder.routes, ordered, 'submit'), 'confirm')
  await setJob(order.id, 'working')
  const forOrder = { header: { ...body(order.id, '0').header, purpose: 'deposit' as const } }
  const first = await save(owner, collection.routes, { ...body(order.id, '40'), ...forOrder })
  await act(owner, collection.routes, first, 'approve')
  const posted = await act(owner, deposit.routes, await save(owner, deposit.routes, body(order.id, '100')), 'approve')
  expect(await advances()).toEqual([
    free('0.00'),
    tied('100.00', 'repair_job', order.id, `WX${order.id}`),
    tied('40.00', 'sales_order', order.id, order.billNo),
  ])
  const { rows } = await owner.call(deposit.routes.list, { query: { page: 1, rows: 20 } })
  expect(rows).toMatchObject([{ billNo: posted.billNo, sourceNo: `WX${order.id}` }])
  const { header } = await owner.call(deposit.routes.read, { params: { id: posted.id } })
  expect(header).toMatchObject({ sourceKind: 'repair_job', sourceId: order.id, sourceNo: `WX${order.id}` })
  const related = await owner.call(deposit.routes.related, { params: { id: posted.id } })
  expect(related).toMatchObject([{ kind: 'repair_job', billNo: `WX${order.id}`, stateName: '维修中' }])

  const { id: openItemId } = await openItem(shop, owner, { partnerId, side: 'AR', total: '60' })
  const use = await save(owner, writeOff.routes, {
    header: { bizDate: shanghaiDay(), partnerId, purpose: 'advance_ar' },
    items: [{ openItemId, amount: '60' }],
  })
  expect(await tryAct(owner, writeOff.routes, use, 'approve')).toMatchObject({
    status: 400,
    msg: '预收款余额不足：可用 0.00，需要 60.00，另有订金 140.00 只能用于其订单',
  })
  await setJob(order.id, 'left')
  expect(await advances()).toEqual([free('100.00'), tied('40.00', 'sales_order', order.id, order.billNo)])
  await act(owner, writeOff.routes, use, 'approve')
  expect(await advances()).toEqual([free('40.00'), tied('40.00', 'sales_order', order.id, order.billNo)])
})

it('is gone when it is undone or reversed', async () => {
  await setJob(905, 'working')
  const before = await advances()
  const posted = await act(owner, deposit.routes, await save(owner, deposit.routes, body(905, '70')), 'approve')
  expect(await advances()).toContainEqual(tied('70.00', 'repair_job', 905, 'WX905'))
  const again = await act(owner, deposit.routes, await act(owner, deposit.routes, posted, 'unapprove'), 'approve')
  await act(owner, deposit.routes, again, 'reverse')
  expect(await advances()).toEqual(before)
})

it('shows when it is not its partner’s, or its job is no more what it was', async () => {
  await setJob(906, 'working')
  await act(owner, deposit.routes, await save(owner, deposit.routes, body(906, '10')), 'approve')
  const planting = await openPlanting(shop)
  const all = await invariants()
  const damages = {
    'update repair_job set partner_id = partner_id + 1 where id = 906': 'i66',
    'update repair_job set partner_id = null where id = 906': 'i66',
    [`update repair_job set state = 'done' where id = 906`]: 'i48',
    'update repair_job set period = 202501 where id = 906': 'i47',
    [`update repair_job set bill_no = 'WX905' where id = 906`]: 'i40',
    'delete from repair_job where id = 906': 'i45',
  }
  const found: Record<string, string> = {}
  for (const sql of Object.keys(damages)) found[sql] = await planting.plant(sql, all)
  await planting.close()
  expect(found).toEqual(damages)
})
