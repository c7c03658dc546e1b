import { askOverride } from '@chepu/contract/kernel/override'
import { readBell } from '@chepu/contract/shell/bell'
import { customerCredit } from '@chepu/contract/sales/customer-credit'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { type Client, one } from '../../../test/shop'
import { type Counter, openCounter } from '../../../test/counter'

const { routes } = salesDelivery

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

async function setConfig(config: string) {
  await shop.sql('update org set config = config || $2::jsonb where group_id = $1', config)
  await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
}

describe('销售出库单', () => {
  it('takes goods out at the moving average and is owed their price', async () => {
    const { filter } = shop.parts
    await shop.buy(filter, '10', '100')
    await shop.buy(filter, '5', '130')
    const sale = await shop.sell([{ partId: filter, qty: '4', price: '180', taxRate: '0.13' }], { orderDiscount: '20' })
    expect(sale).toMatchObject({ state: 'done', billNo: expect.stringMatching(/^CK01\d{10}$/) })
    // 1 650.00 ÷ 15 × 4 = 440.00 leave; 720.00 − 20.00 are owed.
    expect(await shop.books.pool(filter)).toBe('11.0000 / 1210.00')
    expect(await shop.books.balance(shop.customerId, 'AR')).toBe('700.00')
    expect(await shop.books.pnl('sales_delivery', sale.id)).toEqual({
      revenue_part: '637.17',
      discount: '17.70',
      cogs_part: '440.00',
    })
    const [row] = (await shop.owner.call(routes.list, { query: { billNo: sale.billNo } })).rows
    expect(row).toMatchObject({
      totalTaxed: '700.00',
      totalUntaxed: '619.47',
      costAmount: '440.00',
      grossProfit: '179.47',
      openAmount: '700.00',
    })
  })

  it('names the line that is short of stock', async () => {
    const { pad } = shop.parts
    await shop.buy(pad, '2', '50')
    const saved = await shop.save(routes, [
      { partId: shop.parts.filter, qty: '1', price: '180' },
      { partId: pad, qty: '3', price: '90' },
    ])
    const refused = await shop.act(routes, saved.data, 'approve')
    expect(refused).toMatchObject({ status: 400, msg: '第2行 [04465-02220] 可用量 2，需要 3' })
    expect(await shop.books.pool(pad)).toBe('2.0000 / 100.00')
  })

  it('charges freight to the customer, and owes it to the carrier', async () => {
    const before = await shop.books.balance(shop.customerId, 'AR')
    const { pad } = shop.parts
    const sale = await shop.sell([{ partId: pad, qty: '1', price: '90' }], { freight: '15', freightPayer: 'partner' })
    expect(Number.parseFloat(await shop.books.balance(shop.customerId, 'AR')) - Number.parseFloat(before)).toBe(105)
    expect(await shop.books.pnl('sales_delivery', sale.id)).toEqual({
      revenue_part: '90.00',
      other_income: '15.00',
      cogs_part: '50.00',
    })
    const sent = await shop.sell([{ partId: pad, qty: '1', price: '90' }], { freight: '12', carrierId: shop.carrierId })
    expect(await shop.books.balance(shop.carrierId, 'AP')).toBe('12.00')
    expect(await shop.books.pnl('sales_delivery', sent.id)).toMatchObject({ other_expense: '12.00' })
  })

  it('lists freight, like all money, to who sees prices only', async () => {
    const partId = await shop.stocked('1')
    const sent = await shop.sell([{ partId, qty: '1', price: '90' }], { freight: '12', freightPayer: 'partner' })
    const query = { billNo: sent.billNo }
    expect((await shop.owner.call(routes.list, { query })).rows[0]).toMatchObject({ freight: '12.00' })
    const prices = (change: string) =>
      shop.sql(change.replace('$role', `select id from role where group_id = $1 and code = 'manager'`))
    await prices(`delete from role_field where group_id = $1 and field = 'doc_price' and role_id = ($role)`)
    const manager = await shop.signIn('manager')
    const [row] = (await manager.call(routes.list, { query })).rows
    expect(row).toMatchObject({ billNo: sent.billNo })
    for (const key of ['freight', 'totalTaxed', 'codAmount']) expect(row).not.toHaveProperty(key)
    await prices(
      `insert into role_field (group_id, role_id, field) select $1::bigint, r.id, 'doc_price' from ($role) r returning role_id`,
    )
  })

  it('gives everything back by 反审核, and by a red document', async () => {
    const { oil } = shop.parts
    await shop.buy(oil, '10', '30')
    const before = await shop.books.balance(shop.customerId, 'AR')
    const sale = await shop.sell([{ partId: oil, qty: '2.5', price: '60' }])
    expect(await shop.books.pool(oil)).toBe('7.5000 / 225.00')
    const undone = await shop.act(routes, sale, 'unapprove')
    expect(undone.data).toMatchObject({ state: 'draft' })
    expect(await shop.books.pool(oil)).toBe('10.0000 / 300.00')
    expect(await shop.books.balance(shop.customerId, 'AR')).toBe(before)
    const again = await shop.act(routes, undone.data, 'approve')
    const reversed = await shop.act(routes, again.data, 'reverse')
    expect(reversed.data).toMatchObject({ state: 'reversed' })
    expect(await shop.books.pool(oil)).toBe('10.0000 / 300.00')
    expect(await shop.books.balance(shop.customerId, 'AR')).toBe(before)
    const red = (await shop.owner.call(routes.list, { query: { partnerId: shop.customerId } })).rows.find(
      (row) => row.isRed,
    )
    expect(red).toMatchObject({ totalTaxed: '-150.00', costAmount: '-75.00', totalQty: '-2.5000' })
  })

  it('is not sold below the floor but by who may', async () => {
    const { filter } = shop.parts
    await shop.sql('update product set min_sale_price = 150 where group_id = $1 and part_id = $2 returning id', filter)
    const lines = [{ partId: filter, qty: '1', price: '160', discountRate: '0.9' }]
    const saved = await shop.save(routes, lines, {}, shop.seller)
    const refused = await shop.act(routes, saved.data, 'approve', { client: shop.seller })
    expect(refused).toMatchObject({
      status: 400,
      msg: '第1行 [04152-YZZA1] 售价 144 低于最低售价 150，您没有低价销售的权限',
    })
    expect((await shop.act(routes, saved.data, 'approve')).data).toMatchObject({ state: 'done' })
  })

  it('meets a floor that is kept with tax by its price with tax', async () => {
    const partId = await shop.stocked('5')
    await shop.sql('update product set min_sale_price = 22 where group_id = $1 and part_id = $2 returning id', partId)
    const at = async (price: string, taxIncluded: boolean) => {
      const saved = await shop.save(
        routes,
        [{ partId, qty: '1', price, taxRate: '0.13' }],
        { taxIncluded },
        shop.seller,
      )
      return shop.act(routes, saved.data, 'approve', { client: shop.seller })
    }
    expect(await at('22', true)).toMatchObject({ status: 200 })
    expect(await at('19.469', false)).toMatchObject({ status: 200 })
    const refused = await at('19.4689', false)
    expect(refused.status).toBe(400)
    expect(refused.msg).toMatch(/不含税售价 19.4689 低于含税最低售价 22，您没有低价销售的权限$/)
    expect((await at('21.9999', true)).msg).toMatch(/ 售价 21.9999 低于最低售价 22，您没有低价销售的权限$/)
    await setConfig('{"priceTaxIncluded": false}')
    expect((await at('24.8599', true)).msg).toMatch(/ 含税售价 24.8599 低于不含税最低售价 22，您没有低价销售的权限$/)
    expect(await at('24.86', true)).toMatchObject({ status: 200 })
    await setConfig('{"priceTaxIncluded": true}')
  })

  it('is not sold below the floor by an order discount either, unless its order has promised it', async () => {
    const { filter, oil } = shop.parts
    const seller = { client: shop.seller }
    await shop.buy(filter, '10', '30')
    await shop.sql('update product set min_sale_price = 150 where group_id = $1 and part_id = $2 returning id', filter)
    const two = [{ partId: filter, qty: '2', price: '160' }]
    const sold = async (orderDiscount: string) => (await shop.save(routes, two, { orderDiscount }, shop.seller)).data
    expect((await shop.act(routes, await sold('20'), 'approve', seller)).data).toMatchObject({ state: 'done' })
    const low = await sold('20.01')
    expect(await shop.act(routes, low, 'approve', seller)).toMatchObject({
      status: 400,
      msg: '第1行 [04152-YZZA1] 售价 149.995 低于最低售价 150，您没有低价销售的权限',
    })
    expect((await shop.act(routes, low, 'approve')).data).toMatchObject({ state: 'done' })

    // What the owner has confirmed is delivered by anybody in parts, with the discount that they bear and no more.
    const order = await shop.save(
      salesOrder.routes,
      [{ partId: filter, qty: '3', price: '160' }],
      { orderDiscount: '50' },
      shop.seller,
    )
    expect((await shop.act(salesOrder.routes, order.data, 'approve')).status).toBe(200)
    const [sourceLineId] = await shop.lineIds(salesOrder.routes, order.data.id)
    const part = async (orderDiscount: string) =>
      (
        await shop.save(
          routes,
          [{ partId: filter, qty: '1', price: '160', sourceLineId }],
          { orderDiscount },
          shop.seller,
        )
      ).data
    const more = await part('17')
    expect(await shop.act(routes, more, 'approve', seller)).toMatchObject({ status: 400 })
    expect((await shop.act(routes, await part('16.67'), 'approve', seller)).data).toMatchObject({ state: 'done' })

    // Nor below cost, where that is forbidden.
    await shop.buy(oil, '10', '30')
    await shop.sql(`update org set config = config || '{"forbidBelowCost": true}' where group_id = $1`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    const dear = [{ partId: oil, qty: '1', price: '60' }]
    const atLoss = await shop.save(routes, dear, { orderDiscount: '40' }, shop.seller)
    expect((await shop.act(routes, atLoss.data, 'approve', seller)).msg).toMatch(/售价低于成本价，您没有放行权限$/)
    await shop.sql(`update org set config = config - 'forbidBelowCost' where group_id = $1`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
  })

  it('is not sold below cost where the org forbids it, but by who may', async () => {
    const partId = await shop.stocked('5')
    const at = async (price: string) =>
      (await shop.save(routes, [{ partId, qty: '2', price, taxRate: '0.13' }], {}, shop.seller)).data
    const approve = async (saved: { id: number; version: number }, client = shop.seller) =>
      shop.act(routes, saved, 'approve', { client })
    // 11.30 is 10.00 without tax, the average cost.
    expect(await approve(await at('11.29'))).toMatchObject({ status: 200 })
    await shop.sql(`update org set config = config || '{"forbidBelowCost": true}' where group_id = $1`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    expect(await approve(await at('11.30'))).toMatchObject({ status: 200 })
    await shop.buy(partId, '5', '10')
    const low = await at('11.29')
    const code = (await shop.read(routes, low.id)).lines[0]?.partCode
    expect(await approve(low)).toMatchObject({
      status: 400,
      msg: `第1行 [${code}] 售价低于成本价，您没有放行权限`,
    })
    expect(await approve(low, shop.owner)).toMatchObject({ status: 200 })
  })

  it('says how to reach the customer, with the mobile masked from who may not see it', async () => {
    const lines = [{ partId: shop.parts.filter, qty: '1', price: '180' }]
    await shop.sql(
      `update partner set mobile = '13812341234', address = '人民路1号' where group_id = $1 and id = $2 returning id`,
      shop.customerId,
    )
    const saved = await shop.save(routes, lines, {}, shop.seller)
    const reach = async (client = shop.owner) => (await shop.read(routes, saved.data.id, client)).header
    expect(await reach()).toMatchObject({ partnerMobile: '13812341234', partnerAddress: '人民路1号' })
    await shop.db.tenant(shop.groupId, async (tx) => {
      const of = { partner_id: shop.customerId, is_default: true }
      await one(tx, 'partner_contact', { ...of, name: '老王', mobile: '13912341234' })
      await one(tx, 'partner_address', { ...of, receiver: '老王', region: '广州市', address: '仓前路2号' })
    })
    expect(await reach()).toMatchObject({ partnerMobile: '13912341234', partnerAddress: '广州市仓前路2号' })
    const sent = await shop.save(routes, lines, { address: '车站自提' })
    expect((await shop.read(routes, sent.data.id)).header).toMatchObject({ partnerAddress: '车站自提' })
    await shop.sql(`delete from role_field where group_id = $1 and field = 'mobile_full'`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    expect(await reach(shop.seller)).toMatchObject({ partnerMobile: '139****1234' })
  })

  it('refuses a warehouse that sells nothing or is none, and cash on delivery without a carrier', async () => {
    const workshop = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'warehouse', { org_id: shop.orgId, code: 'JJ', name: '旧件仓', kind: 'old_part', allow_sale: false }),
    )
    const owner = await shop.signIn('owner')
    const lines = [{ partId: shop.parts.filter, qty: '1', price: '180' }]
    expect(await shop.save(routes, lines, { warehouseId: workshop }, owner)).toMatchObject({
      status: 400,
      errors: [{ path: 'header.warehouseId', message: '仓库 旧件仓 不允许销售出库' }],
    })
    const nowhere = await shop.save(routes, lines, { warehouseId: workshop + 1 }, owner)
    expect(nowhere.msg).toContain('仓库不存在，或您没有该仓库的权限')
    expect(await shop.save(routes, lines, { codAmount: '100' })).toMatchObject({
      errors: [{ path: 'header.codAmount', message: '代收货款请先选择物流公司' }],
    })
  })

  it('says of the documents beside it what passed between the two', async () => {
    const partId = await shop.stocked('10')
    const order = await shop.confirmed([{ partId, qty: '5', price: '20' }])
    const { data: draft } = await shop.delivery(order, '2')
    const amounts = async (of: typeof salesOrder.routes | typeof routes, id: number) =>
      (await shop.owner.call(of.related, { params: { id } })).map((row) => [row.relation, row.qty, row.amount])
    expect(await amounts(salesOrder.routes, order.id)).toEqual([['target', '2.0000', '40.00']])
    expect(await amounts(routes, draft.id)).toEqual([['source', '2.0000', '40.00']])
  })

  it('is closed to who has no right, and hides cost from a salesperson', async () => {
    const sale = await shop.sell([{ partId: shop.parts.filter, qty: '1', price: '180' }])
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(routes.read, { params: { id: sale.id } })).status).toBe(403)
    expect((await shop.seller.ask(routes.read, { params: { id: sale.id } })).status).toBe(404)
    const own = await shop.save(routes, [{ partId: shop.parts.filter, qty: '1', price: '180' }], {}, shop.seller)
    await shop.act(routes, own.data, 'approve', { client: shop.seller })
    const shown = await shop.read(routes, own.data.id, shop.seller)
    expect(shown.header).not.toHaveProperty('costAmount')
    expect(shown.lines[0]).not.toHaveProperty('costAmount')
    expect(shown.can).not.toContain('unapprove')
    const refused = await shop.act(routes, { ...own.data, version: own.data.version + 1 }, 'unapprove', {
      client: shop.seller,
    })
    expect(refused.status).toBe(403)
  })
})

describe('信用', () => {
  /** A customer with a credit limit of 1 000.00 who settles on account. */
  async function customer(code: string, more: Record<string, unknown> = {}, limit: string | null = '1000') {
    return shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'partner', { code, name: `客户${code}`, kind: 'unit', cus_flag: 1, ...more })
      const columns = ['group_id', 'org_id', 'partner_id', 'credit_limit']
      await tx.insert('partner_org', columns, [[tx.groupId, shop.orgId, id, limit]])
      return id
    })
  }
  const lines = (price: string) => [{ partId: shop.parts.oil, qty: '1', price }]

  it('blocks what the limit does not cover, and lets it pass with a reason in the log', async () => {
    const partnerId = await customer('K1')
    await shop.sell(lines('600'), { partnerId })
    const saved = await shop.save(routes, lines('401'), { partnerId })
    expect(await shop.act(routes, saved.data, 'approve')).toMatchObject({
      status: 400,
      msg: '客户 客户K1 超出信用额度：额度 1,000.00，已占用 1,001.00（含本单）',
    })
    const own = await shop.save(routes, lines('401'), { partnerId }, shop.seller)
    expect((await shop.act(routes, own.data, 'passCredit', { client: shop.seller })).status).toBe(403)
    const passed = await shop.act(routes, saved.data, 'passCredit', { reason: '老客户，月底回款' })
    expect(passed.data).toMatchObject({ state: 'done' })
    const log = await shop.owner.call(routes.log, { params: { id: saved.data.id } })
    expect(log.map((row) => [row.action, row.reason])).toContainEqual(['passCredit', '老客户，月底回款'])
    expect(await shop.books.balance(partnerId, 'AR')).toBe('1001.00')
  })

  it('names who may let pass what was to be approved with its saving, and lets it pass so', async () => {
    const header = { bizDate: shanghaiDay(), partnerId: await customer('K11'), warehouseId: shop.warehouseId }
    const saved = (action: object) =>
      shop.owner.ask(routes.save, { body: { header, lines: lines('1001'), action } as never })
    expect(await saved({ name: 'approve' })).toMatchObject({ status: 400, override: 'credit' })
    const { data } = await saved({ name: 'passCredit', reason: '老客户' })
    expect(data).toMatchObject({ state: 'done', document: { header: { openAmount: '1001.00' } } })
  })

  it('is asked to pass: who may is told once, passes it on the document, and the seller learns of it', async () => {
    const partnerId = await customer('K9')
    const saved = await shop.save(routes, lines('1001'), { partnerId }, shop.seller)
    const refused = await shop.act(routes, saved.data, 'approve', { client: shop.seller })
    expect(refused).toMatchObject({ status: 400, override: 'credit' })
    const ask = (client: Client, more: object = {}) =>
      client.ask(askOverride, {
        body: { kind: 'sales_delivery', id: saved.data.id, override: 'credit', remark: '客户在等货', ...more } as never,
      })
    const asked = await ask(shop.seller)
    expect(asked.data.names).toContain('owner')
    await ask(shop.seller)
    const told = (await shop.owner.call(readBell)).news.filter((row) => row.msg_type === 8)
    expect(told.map((row) => row.message)).toEqual([
      `salesperson 请求放行销售出库单 ${saved.data.billNo}：超信用，客户在等货`,
    ])
    expect(told[0]?.params).toMatchObject({ kind: 'sales_delivery', id: saved.data.id })

    expect(await ask(shop.seller, { kind: 'nothing' })).toMatchObject({ status: 404 })
    expect(await ask(shop.seller, { override: 'anything' })).toMatchObject({ status: 400 })
    expect(await ask(shop.seller, { id: 999_999 })).toMatchObject({ status: 404 })
    expect(await ask(await shop.signIn('technician'))).toMatchObject({ status: 403 })
    const stranger = await shop.signIn('salesperson')
    expect(await ask(stranger)).toMatchObject({ status: 404 })

    const passed = await shop.act(routes, saved.data, 'passCredit', { reason: '同意' })
    expect(passed.data).toMatchObject({ state: 'done' })
    expect(await ask(shop.seller)).toMatchObject({
      status: 400,
      msg: `单据 ${saved.data.billNo} 已完成，无须放行`,
    })
    expect((await shop.owner.call(readBell)).news.filter((row) => row.msg_type === 8)).toEqual([])
    expect(await ask(shop.owner, { kind: 'other_out' })).toMatchObject({ msg: '其他出库单没有可放行的限制，无须放行' })
    const answers = (await shop.seller.call(readBell)).news.map((row) => row.message)
    expect(answers).toContainEqual(`销售出库单 ${saved.data.billNo} 已超信用放行`)
  })

  it('warns only, or lets all pass, as the customer is set', async () => {
    const warned = await customer('K2', { credit_policy: 'warn' }, '10')
    const sale = await shop.sell(lines('60'), { partnerId: warned })
    const log = await shop.owner.call(routes.log, { params: { id: sale.id } })
    expect(log.map((row) => row.reason)).toContainEqual('客户 客户K2 超出信用额度：额度 10.00，已占用 60.00（含本单）')
    const free = await customer('K3', { credit_policy: 'none' }, '10')
    await shop.sell(lines('60'), { partnerId: free })
  })

  it('blocks on what is overdue, until it is paid on the spot', async () => {
    const partnerId = await customer('K4', {}, null)
    const cash = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'settlement_method', { name: '现结', kind: 'cash' }),
    )
    const yesterday = addDays(shanghaiDay(), -1)
    const late = await shop.sell(lines('10'), { partnerId, dueOn: yesterday })
    const saved = await shop.save(routes, lines('10'), { partnerId })
    expect(await shop.act(routes, saved.data, 'approve')).toMatchObject({
      status: 400,
      msg: `客户 客户K4 有逾期未收款：单据 ${late.billNo} 10.00，到期日 ${yesterday}`,
    })
    await shop.sell(lines('10'), { partnerId, settlementMethodId: cash })
  })

  it('sells to a blacklisted customer for cash only', async () => {
    const partnerId = await customer('K5', { is_blacklisted: true, credit_policy: 'none' }, null)
    const saved = await shop.save(routes, lines('10'), { partnerId })
    expect(await shop.act(routes, saved.data, 'approve')).toMatchObject({
      status: 400,
      msg: '客户 客户K5 已列入黑名单，不能赊销，请改为现结',
    })
  })

  it('is due by the method on it, which names a day of the next month, not by the customer’s credit days', async () => {
    const monthly = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'settlement_method', { name: '次月结', kind: 'monthly', month_day: 31 }),
    )
    const partnerId = await customer('K8', { credit_days: 30, settlement_method_id: monthly }, null)
    const [year, month] = shanghaiDay()
      .split('-')
      .map((text) => Number.parseInt(text, 10)) as [number, number]
    const due = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
    const saved = await shop.save(routes, lines('10'), { partnerId })
    const header = async () => (await shop.read(routes, saved.data.id)).header
    expect(await header()).toMatchObject({ dueOn: null, dueDay: due })
    expect((await shop.act(routes, saved.data, 'approve')).status).toBe(200)
    // Later terms change nothing about what was posted.
    await shop.sql('update settlement_method set month_day = 5 where group_id = $1 and id = $2', monthly)
    expect(await header()).toMatchObject({ dueOn: null, dueDay: due })
    const [item] = await shop.sql<{ on: string }>(
      `select due_on as on from open_item where group_id = $1 and source_kind = 'sales_delivery' and source_id = $2`,
      saved.data.id,
    )
    expect(item).toEqual({ on: due })
  })

  it('is told to the seller beforehand, as far as he may see it', async () => {
    const partnerId = await customer('K6')
    await shop.sell(lines('600'), { partnerId })
    const params = { id: partnerId }
    expect(await shop.owner.call(customerCredit, { params })).toEqual({ left: '400.00', advances: '0.00' })
    const free = await customer('K7', { credit_policy: 'none' })
    expect(await shop.owner.call(customerCredit, { params: { id: free } })).toEqual({ left: null, advances: '0.00' })
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(customerCredit, { params })).status).toBe(403)
    expect((await shop.owner.ask(customerCredit, { params: { id: shop.supplierId } })).status).toBe(404)
    await shop.sql(`delete from role_field where group_id = $1 and field = 'ar_balance'`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    expect(await shop.seller.call(customerCredit, { params })).toEqual({})
  })
})
