// 合并客户 (business/customers 2.5): what is open with a doubled partner goes over, and nothing is lost.
import { receivableRoutes } from '@chepu/contract/finance/accounts'
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { followUpRoutes, followUps } from '@chepu/contract/customers/follow-up'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, tryAct } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { orderBody, workshopOf } from '../../../test/workshop'
import { createOrg } from '../../access/provision'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const add = (name: string, more: object = {}) =>
  owner.call(partnerRoutes.save, { body: { name, kind: 'unit', cusFlag: 1, ...more } as never })
const read = (id: number) => owner.call(partnerRoutes.read, { params: { id } })
const merge = (id: number, sourceId: number, client = owner) =>
  client.ask(partnerRoutes.merge, { params: { id }, body: { sourceId } })
const preview = (id: number, sourceId: number, client = owner) =>
  client.call(partnerRoutes.mergePreview, { params: { id }, query: { sourceId } })
const collect = (partnerId: number, amount: string) =>
  post(owner, collection.routes, {
    header: { bizDate: today, partnerId, purpose: 'advance' },
    tenders: [{ storeAccountId: shop.cashId, amount }],
    items: [],
  })
const open = async (partnerId: number, side: 'AR' | 'AP' = 'AR') => {
  const { rows } = await owner.call(currentReceive, { query: { partnerId, side } })
  return rows.map((row) => [row.billNo, row.balance, row.dueOn])
}
const statementOf = async (partnerId: number) => {
  const query = { partnerId, from: '2026-01-01', to: today }
  const { rows } = await owner.call(receivableRoutes.statement, { query })
  return rows.map((row) => [row.summary, row.increase ?? `-${row.decrease}`, row.balance])
}

describe('what names a partner', () => {
  /** 2.5: documents, with the links and objections to statements, keep the name under which they were written; so does where a product was last bought. */
  const keeping = [
    'claim_document.carrier_id claim_document.partner_id repair_document.manufacturer_id',
    'goods_document.carrier_id goods_document.partner_id goods_document.supplier_id invoice.partner_id money_slip.partner_id',
    'money_slip.payer_id partner_merge.partner_id partner_merge.target_id partner_statement.partner_id product.last_supplier_id',
    'repair_document.insurer_id repair_document.partner_id repair_line.payer_partner_id repair_line.supplier_id',
    'statement_dispute.partner_id',
  ]
  const handed = [
    'card.partner_id claim_layout.manufacturer_id coupon.partner_id fault_code.manufacturer_id follow_up.partner_id labour_quota.manufacturer_id manufacturer_policy.manufacturer_id partner.merged_into_id',
    'partner_address.partner_id partner_contact.partner_id partner_org.partner_id partner_price.partner_id',
    'product.default_supplier_id recurring_money.partner_id vehicle.insurer_id vehicle.partner_id vehicle_owner.partner_id',
  ]

  it('is known to go over or to keep his name, whatever column it is', async () => {
    const rows = await shop.sql<{ name: string }>(
      `select distinct k.conrelid::regclass || '.' || a.attname as name from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'group_id'
        where k.contype = 'f' and k.confrelid = 'partner'::regclass and $1 > 0`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...keeping, ...handed].join(' ').split(' ').toSorted())
  })
})

describe('what is open', () => {
  it('goes over item by item with number and due day, advances as well; both together owe what they did', async () => {
    const [kept, doubled] = [await add('和顺汽修'), await add('和顺汽修厂', { cusFlag: 3 })]
    await openItem(shop, owner, { partnerId: kept.id, side: 'AR', total: '100.00' })
    const first = await openItem(shop, owner, {
      partnerId: doubled.id,
      side: 'AR',
      total: '300.00',
      dueOn: '2026-12-31',
    })
    const back = await openItem(shop, owner, { partnerId: doubled.id, side: 'AR', total: '-40.00' })
    const owed = await openItem(shop, owner, { partnerId: doubled.id, side: 'AP', total: '75.50', dueOn: '2026-12-15' })
    await collect(doubled.id, '60.00')
    expect((await preview(kept.id, doubled.id)).moves).toEqual([
      { what: '预收余额', detail: '配件店 60.00' },
      { what: '应付余额', detail: '配件店 75.50' },
      { what: '应收余额', detail: '配件店 260.00' },
    ])
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    expect(await open(kept.id)).toEqual(
      expect.arrayContaining([
        [first.billNo, '300.00', '2026-12-31'],
        [back.billNo, '-40.00', today],
      ]),
    )
    expect(await open(kept.id, 'AP')).toEqual([[owed.billNo, '75.50', '2026-12-15']])
    const balances = async (id: number) =>
      Promise.all(['AR', 'AP', 'ADV_IN', 'ADV_OUT'].map((account) => shop.books.balance(id, account)))
    expect(await balances(kept.id)).toEqual(['360.00', '75.50', '60.00', '0.00'])
    expect(await balances(doubled.id)).toEqual(['0.00', '0.00', '0.00', '0.00'])
    expect(await open(doubled.id)).toEqual([])
    expect(await statementOf(doubled.id)).toEqual([
      ['期初/调整：测试', '300.00', '300.00'],
      ['期初/调整：测试', '-40.00', '260.00'],
      ['合并转出', '-260.00', '0.00'],
    ])
    expect((await statementOf(kept.id)).at(-1)).toEqual(['合并转入', '260.00', '360.00'])
    expect(await read(kept.id)).toMatchObject({ cusFlag: 3 })
    expect(await read(doubled.id)).toMatchObject({ isActive: false, remark: `（已合并到 ${kept.code}）` })
  })

  it('is no business of the month: the summary calls it 调整', async () => {
    const [kept, doubled] = [await add('汇总甲'), await add('汇总乙')]
    await openItem(shop, owner, { partnerId: doubled.id, side: 'AR', total: '90.00', bizDate: '2026-08-01' })
    const summary = async (partnerId: number) =>
      (await owner.call(receivableRoutes.list, { query: { partnerId, from: '2026-09-01', to: today } })).rows[0]
    await merge(kept.id, doubled.id)
    expect(await summary(kept.id)).toMatchObject({
      opening: '0.00',
      increased: '0.00',
      adjusted: '90.00',
      closing: '90.00',
    })
    const gone = { opening: '90.00', increased: '0.00', settled: '0.00', adjusted: '-90.00', closing: '0.00' }
    expect(await summary(doubled.id)).toMatchObject(gone)
  })

  it('does not come back with a document of before, which says so', async () => {
    const [kept, doubled] = [await add('撤销甲'), await add('撤销乙')]
    const adjusted = await openItem(shop, owner, { partnerId: doubled.id, side: 'AR', total: '33.00' })
    await merge(kept.id, doubled.id)
    const [slip] = await shop.sql<{ id: number; version: number }>(
      'select id, version from money_slip where group_id = $1 and bill_no = $2',
      adjusted.billNo,
    )
    const [paper] = await shop.sql<{ billNo: string }>(
      'select bill_no from partner_merge where group_id = $1 and target_id = $2',
      kept.id,
    )
    expect(
      await tryAct(owner, balanceAdjustment.routes, slip as { id: number; version: number }, 'reverse'),
    ).toMatchObject({
      status: 400,
      msg: `单据 ${adjusted.billNo} 已由 ${paper?.billNo} 结清，不能撤销，请用退货单或往来调整单更正`,
    })
  })

  it('is collected from the one that stays', async () => {
    const [kept, doubled] = [await add('收款甲'), await add('收款乙')]
    await openItem(shop, owner, { partnerId: doubled.id, side: 'AR', total: '80.00' })
    await merge(kept.id, doubled.id)
    const [item] = await shop.sql<{ id: number }>(
      'select id from open_item where group_id = $1 and partner_id = $2 and balance <> 0',
      kept.id,
    )
    await post(owner, collection.routes, {
      header: { bizDate: today, partnerId: kept.id, purpose: 'trade' },
      tenders: [{ storeAccountId: shop.cashId, amount: '80' }],
      items: [{ openItemId: item?.id as number, amount: '80' }],
    })
    expect(await shop.books.balance(kept.id, 'AR')).toBe('0.00')
  })

  it('goes over in every organisation; who does not see a balance is not told it', async () => {
    const [kept, doubled] = [await add('两店甲'), await add('两店乙')]
    const otherOrg = await shop.db.tenant(shop.groupId, (tx) =>
      createOrg(tx, {
        code: '02',
        name: '二店',
        shortName: '二店',
        orgType: 'parts_trade',
        taxpayerKind: 'small',
        startMonth: 202601,
        config: { approveRequired: [] },
      }),
    )
    const other = await shop.signIn('owner', otherOrg)
    await openItem(shop, other, { partnerId: doubled.id, side: 'AR', total: '11.00' })
    await openItem(shop, owner, { partnerId: doubled.id, side: 'AR', total: '22.00' })
    expect((await preview(kept.id, doubled.id)).moves).toEqual([
      { what: '应收余额', detail: '配件店 22.00' },
      { what: '往来余额', detail: '另有1笔您看不到的余额' },
    ])
    await merge(kept.id, doubled.id)
    const rows = await shop.sql<{ orgId: number; balance: string }>(
      'select org_id, balance from partner_balance where group_id = $1 and partner_id = $2 order by org_id',
      kept.id,
    )
    expect(rows).toEqual([
      { orgId: shop.orgId, balance: '22.00' },
      { orgId: otherOrg, balance: '11.00' },
    ])
    const papers = await shop.sql<{ orgId: number; billNo: string }>(
      'select org_id, bill_no from partner_merge where group_id = $1 and target_id = $2 order by org_id',
      kept.id,
    )
    expect(papers.map(({ orgId }) => orgId)).toEqual([shop.orgId, otherOrg])
    expect(papers[0]?.billNo).toMatch(/^HW01\d{10}$/)
  })
})

describe('what a partner has besides', () => {
  it('goes over: people, prices, blanks; what the one that stays has said, it keeps', async () => {
    const kept = await add('资料甲', { tel: '027-88880000', contacts: [{ name: '甲一', isDefault: true }] })
    const doubled = await add('资料乙', {
      tel: '027-99990000',
      taxNo: '91420100MA4KXXXX01',
      invoiceTitle: '资料乙公司',
      contacts: [{ name: '乙一', isDefault: true }],
      addresses: [{ receiver: '乙二', address: '解放大道1号', isDefault: true }],
    })
    await shop.db.tenant(shop.groupId, async (tx) => {
      const price = (partnerId: number, partId: number, amount: string) =>
        one(tx, 'partner_price', {
          org_id: shop.orgId,
          partner_id: partnerId,
          part_id: partId,
          price: amount,
          valid_from: '2026-01-01',
        })
      await price(kept.id, shop.parts.pad, '10')
      await price(doubled.id, shop.parts.pad, '11')
      await price(doubled.id, shop.parts.oil, '12')
    })
    await merge(kept.id, doubled.id)
    const after = await read(kept.id)
    expect(after).toMatchObject({ tel: '027-88880000', taxNo: '91420100MA4KXXXX01', invoiceTitle: '资料乙公司' })
    expect(after.contacts.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['甲一', true],
      ['乙一', false],
    ])
    expect(after.addresses.map(({ receiver, isDefault }) => [receiver, isDefault])).toEqual([['乙二', true]])
    const prices = await shop.sql<{ partId: number; price: string }>(
      'select part_id, price from partner_price where group_id = $1 and partner_id = $2 order by price',
      kept.id,
    )
    expect(prices).toEqual([
      { partId: shop.parts.pad, price: '10.0000' },
      { partId: shop.parts.oil, price: '12.0000' },
    ])
  })
})

describe('what the workshop has of a partner', () => {
  it('goes over: cars with their owners, and who is to be called again; the same is asked once', async () => {
    const [kept, doubled] = [await add('车主留'), await add('车主并')]
    const vehicleId = await shop.db.tenant(shop.groupId, async (tx) => {
      const car = await one(tx, 'vehicle', { plate: '京M00001', partner_id: doubled.id, model_text: '大众 朗逸' })
      await one(tx, 'vehicle_owner', { vehicle_id: car, partner_id: doubled.id, since: '2026-01-01' })
      return car
    })
    const call = (partnerId: number, reason: string, car: number | null = null) =>
      owner.call(followUpRoutes.make, {
        body: { subjects: [{ partnerId, vehicleId: car }], reason, dueOn: today },
      })
    await call(doubled.id, '保养到期', vehicleId)
    await call(doubled.id, '流失回访')
    await call(kept.id, '流失回访')
    expect((await preview(kept.id, doubled.id)).moves).toEqual([
      { what: '车辆', detail: '1辆' },
      { what: '车主记录', detail: '1条' },
      { what: '回访', detail: '2条' },
    ])
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    const rows = await shop.sql(
      `select v.partner_id, o.partner_id as owner_id from vehicle v join vehicle_owner o on o.group_id = v.group_id and o.vehicle_id = v.id
        where v.group_id = $1 and v.id = $2`,
      vehicleId,
    )
    expect(rows).toEqual([{ partnerId: kept.id, ownerId: kept.id }])
    const tasks = await owner.call(followUps.list, { query: { partnerId: kept.id, sort: 'reason' } as never })
    expect(tasks.rows.map(({ reason, state }) => [reason, state]).toSorted()).toEqual([
      ['保养到期', 'open'],
      ['流失回访', 'dropped'],
      ['流失回访', 'open'],
    ])
  })

  it('holds it up while an order names it, as customer or as who pays a line; what is over keeps the name', async () => {
    const workshop = await workshopOf(shop)
    const [kept, doubled] = [await add('工单留'), await add('工单并', { cusFlag: 9 })]
    const body = orderBody(shop, workshop)
    const paid = await save(owner, workOrder.routes, {
      ...body,
      labour: body.labour?.map((line) => ({ ...line, payer: 'insurance' as const, payerPartnerId: doubled.id })) ?? [],
    })
    const own = await save(owner, workOrder.routes, {
      ...body,
      header: { ...body.header, partnerId: doubled.id },
    })
    const both = `“工单并”有未完成的单据 ${paid.billNo}、${own.billNo}，请先处理这些单据`
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 400, msg: both })
    const { refusals, moves } = await preview(kept.id, doubled.id)
    expect(refusals).toEqual([both])
    expect(moves).toEqual([
      { what: '维修单据', detail: '1张，保留原名' },
      { what: '维修付费项目', detail: '1条，保留原名' },
    ])
    await act(owner, workOrder.routes, own, 'cancel')
    const one = `“工单并”有未完成的单据 ${paid.billNo}，请先处理这些单据`
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 400, msg: one })
    await act(owner, workOrder.routes, paid, 'cancel')
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    expect((await owner.call(workOrder.routes.read, { params: { id: own.id } })).header.partnerName).toBe('工单并')
  })
})

describe('a merge is refused', () => {
  it('in words, told before it is tried', async () => {
    const [kept, doubled] = [await add('拒绝甲'), await add('拒绝乙')]
    const refused = async (id: number, sourceId: number, msg: string) => {
      expect((await preview(id, sourceId)).refusals).toEqual([msg])
      expect(await merge(id, sourceId)).toMatchObject({ status: 400, msg })
    }
    const draft = await save(owner, salesDelivery.routes, {
      header: { bizDate: today, partnerId: doubled.id, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.pad, qty: '1', price: '1' }],
    })
    await refused(kept.id, doubled.id, `“拒绝乙”有未完成的单据 ${draft.billNo}，请先处理这些单据`)
    const carrier = await newPartner(shop, '拒绝物流', 16)
    const carried = await save(owner, salesDelivery.routes, {
      header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId, carrierId: carrier },
      lines: [{ partId: shop.parts.pad, qty: '1', price: '1' }],
    })
    await refused(kept.id, carrier, `“拒绝物流”有未完成的单据 ${carried.billNo}，请先处理这些单据`)
    await refused(kept.id, shop.walkInId, '“零散客户”是系统往来单位，不能修改')
    const third = await add('拒绝丙')
    const fourth = await add('拒绝丁')
    await merge(third.id, fourth.id)
    await refused(kept.id, fourth.id, '“拒绝丁”已合并到“拒绝丙”，只能再合并到“拒绝丙”')
    await refused(fourth.id, kept.id, '“拒绝丁”已停用，不能作为合并后的客户')
  })

  it('to who may not keep the roles that are added, or has not the button', async () => {
    const [kept, doubled] = [await add('权限甲'), await add('权限乙', { cusFlag: 2 })]
    expect(await merge(kept.id, doubled.id, await shop.signIn('keeper'))).toMatchObject({ status: 403 })
    expect(await merge(kept.id, 999_999)).toMatchObject({ status: 404 })
  })
})

it('money that is being settled and a merge wait for each other', async () => {
  const [kept, doubled] = [await add('并发甲'), await add('并发乙')]
  const item = await openItem(shop, owner, { partnerId: doubled.id, side: 'AR', total: '50.00' })
  const slip = await save(owner, collection.routes, {
    header: { bizDate: today, partnerId: doubled.id, purpose: 'trade' },
    tenders: [{ storeAccountId: shop.cashId, amount: '50' }],
    items: [{ openItemId: item.id, amount: '50' }],
  })
  const [merged, approved] = await Promise.all([
    merge(kept.id, doubled.id),
    tryAct(owner, collection.routes, slip, 'approve'),
  ])
  expect(approved.status).toBe(200)
  // Whoever came first: the slip stood open and held the merge up, or was posted and left nothing to go over.
  const total = [await shop.books.balance(kept.id, 'AR'), await shop.books.balance(doubled.id, 'AR')]
  expect([200, 400]).toContain(merged.status)
  expect(total).toEqual(['0.00', '0.00'])
})
