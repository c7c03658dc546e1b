import { button } from '@chepu/contract/access/catalogue'
import { fieldKeys } from '@chepu/contract/kernel/fields'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { transferLines } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { act, post, reverse, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { assertBooks, type Client, one } from '../../../test/shop'
import { createOrg } from '../../access/provision'
import { shanghaiDay } from '../../kernel/base/calendar'
import { openTransfers } from '../transfers/transfers.fixture'

const { routes } = transferReceipt

let desk: Awaited<ReturnType<typeof openTransfers>>
let filter: number
let pad: number
beforeAll(async () => {
  desk = await openTransfers()
  ;({ filter, pad } = desk.shop.parts)
})
afterEach(() => assertBooks(desk.shop.db, desk.shop.groupId))
afterAll(() => desk.shop.close())

/** The header of a document that a side takes for its own. */
const own = (by: typeof desk.main, other: typeof desk.main) => ({
  warehouseId: by.warehouseId,
  toWarehouseId: other.warehouseId,
  counterOrgId: other.orgId,
})

/** What a document did to the profit of each organisation, 'org kind amount'. */
const profit = async (id: number) => {
  const rows = await desk.shop.sql<{ line: string }>(
    `select concat_ws(' ', org_id, kind, sum(amount)) as line from pnl_ledger
      where group_id = $1 and doc_kind = 'transfer_receipt' and doc_id = $2 group by org_id, kind having sum(amount) <> 0 order by 1`,
    id,
  )
  return rows.map(({ line }) => line)
}
const items = async (id: number) => {
  const rows = await desk.shop.sql<{ line: string }>(
    `select concat_ws(' ', i.org_id, i.side, p.system_org_id, i.original) as line from open_item i
      join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.source_kind = 'transfer_receipt' and i.source_id = $2 and i.original <> 0 order by 1`,
    id,
  )
  return rows.map(({ line }) => line)
}

describe('调入单 between two organisations', () => {
  it('sells the goods at the transfer price, in both books at once, and back again', async () => {
    const { main, sister, stock, onItsWay } = desk
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '4', price: '12.5' }])
    expect([await stock(filter, main), await onItsWay(filter, main)]).toEqual(['26.0000 / 260.00', '4.0000 / 40.00'])
    const done = await desk.receive(sister, sent)
    expect(await stock(filter, sister)).toBe('4.0000 / 50.00')
    expect(await items(done.id)).toEqual([
      `${main.orgId} AR ${sister.orgId} 50.00`,
      `${sister.orgId} AP ${main.orgId} 50.00`,
    ])
    expect(await profit(done.id)).toEqual([`${main.orgId} cogs_part 40.00`, `${main.orgId} revenue_part 50.00`])
    await reverse(sister.client, routes, done)
    expect([await stock(filter, sister), await onItsWay(filter, main)]).toEqual(['0.0000 / 0.00', '4.0000 / 40.00'])
    expect(await desk.stateOf(main, sent)).toBe('shipped')
    await desk.receive(sister, sent)
  })

  it('charges what was agreed to the fen, in however many receipts it comes', async () => {
    const { main, sister } = desk
    await post(main.client, otherIn.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: main.warehouseId, reason: '盘盈外其他' },
      lines: [{ partId: filter, qty: '5', price: '10' }],
    })
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '3', price: '0.335' }])
    // 3 × 0.335 = 1.005 is 1.01; a third of it is 0.34, half of the rest 0.34 again, and 0.33 is left.
    const owed = async (saved: Saved) => (await items(saved.id)).map((item) => item.split(' ').at(-1))
    const came: Saved[] = []
    for (const due of ['0.34', '0.34', '0.33']) {
      const done = await desk.receive(sister, sent, { 1: { qty: '1' } })
      came.push(done)
      expect(await owed(done)).toEqual([due, due])
      const { header } = await sister.client.call(routes.read, { params: { id: done.id } })
      expect([header.totalTaxed, header.totalUntaxed]).toEqual([due, due])
    }
    // What is undone is charged again, whoever came last.
    const [first] = came as [Saved]
    await undo(sister.client, routes, first)
    expect(await owed(await desk.receive(sister, sent))).toEqual(['0.34', '0.34'])
    // What came back is not charged, and takes its share along.
    const other = await desk.ship(main, sister, [{ partId: filter, qty: '3', price: '0.335' }])
    expect(await desk.decide(main, other, 'returned', ['1'])).toMatchObject({ status: 200 })
    expect(await owed(await desk.receive(sister, other, { 1: { qty: '1' } }))).toEqual(['0.34', '0.34'])
    expect(await owed(await desk.receive(sister, other))).toEqual(['0.33', '0.33'])
    const query = { billNo: sent.billNo } as never
    const { rows } = await sister.client.call(transferLines.list, { query })
    expect(rows.map(({ unitPrice, amount }) => [unitPrice, amount])).toEqual([['0.3350', '1.01']])
  })

  it('takes the transfer price of the part, and refuses a part without one', async () => {
    const { main, sister, shop } = desk
    const none = await desk.saveOrder(main, sister, [{ partId: pad, qty: '1' }])
    expect(await tryAct(main.client, transferOrder.routes, none, 'approve')).toMatchObject({
      status: 400,
      msg: '第1行 [04465-02220] 没有调拨价，请录入或在商品资料中维护',
    })
    await shop.sql(
      `update product set purchase_price = 11, transfer_price = 13.7 where group_id = $1 and org_id = $2 and part_id = $3 returning id`,
      main.orgId,
      pad,
    )
    // What the part sells at is no transfer price.
    const sent = await desk.ship(main, sister, [{ partId: pad, qty: '2', price: '99', priceSource: 'retail' }])
    const { lines, header } = await desk.orderOf(sister, sent)
    expect([lines[0]?.price, header.totalTaxed, header.isVatSale]).toEqual(['13.7000', '27.40', false])
    // Nor does somebody who sees no costs say what the goods are sold at.
    const keeper = { ...main, client: await shop.signIn('warehouse_keeper') }
    const cheap = await desk.saveOrder(keeper, sister, [
      { partId: pad, qty: '1', price: '0.01', priceSource: 'manual' },
    ])
    expect((await desk.orderOf(main, cheap)).lines[0]?.price).toBe('13.7000')
    // The destination cannot change what was agreed.
    const done = await desk.receive(sister, sent)
    expect((await sister.client.call(routes.read, { params: { id: done.id } })).header.totalTaxed).toBe('27.40')
  })

  it('says who bears what did not come: each side in its own organisation', async () => {
    const { main, sister, stock, onItsWay } = desk
    const before = await stock(filter, main)
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '10', price: '12.5' }])
    await desk.receive(sister, sent, { 1: { qty: '5', shortQty: '3', damagedQty: '2' } })
    expect([await desk.stateOf(main, sent), await onItsWay(filter, main)]).toEqual(['partial', '5.0000 / 50.00'])
    expect(await desk.decide(sister, sent, 'lost_source', ['1'], own(sister, main))).toMatchObject({
      status: 400,
      msg: '「调出方承担损失」由调出方登记',
    })
    expect(await desk.decide(main, sent, 'lost_dest', ['1'], own(main, sister))).toMatchObject({
      status: 400,
      msg: '「调入方承担损失」由调入方登记',
    })
    const back = await desk.decide(main, sent, 'returned', ['2'])
    expect(back).toMatchObject({ status: 200 })
    expect([await items(back.data.id), await profit(back.data.id)]).toEqual([[], []])
    const ours = await desk.decide(main, sent, 'lost_source', ['1'])
    expect([await items(ours.data.id), await profit(ours.data.id)]).toEqual([[], [`${main.orgId} stock_loss 10.00`]])
    const theirs = await desk.decide(sister, sent, 'lost_dest', ['1'])
    expect(await items(theirs.data.id)).toEqual([
      `${main.orgId} AR ${sister.orgId} 12.50`,
      `${sister.orgId} AP ${main.orgId} 12.50`,
    ])
    expect(await profit(theirs.data.id)).toEqual([
      `${main.orgId} cogs_part 10.00`,
      `${main.orgId} revenue_part 12.50`,
      `${sister.orgId} stock_loss 12.50`,
    ])
    // What nobody decides about is late, and arrives.
    expect(await desk.stateOf(main, sent)).toBe('partial')
    await desk.receive(sister, sent)
    expect([await desk.stateOf(main, sent), await onItsWay(filter, main)]).toEqual(['done', '0.0000 / 0.00'])
    // Ten left, two came back: 80.00 of the 100.00 are gone.
    const [qty, value] = before.split(' / ').map(Number) as [number, number]
    expect((await stock(filter, main)).split(' / ').map(Number)).toEqual([qty - 8, value - 80])
    for (const saved of [theirs, ours, back]) {
      const by = saved === theirs ? sister : main
      expect(await undo(by.client, routes, saved.data)).toMatchObject({ state: 'draft' })
    }
    expect(await onItsWay(filter, main)).toBe('4.0000 / 40.00')
    for (const saved of [theirs, ours, back]) {
      const by = saved === theirs ? sister : main
      expect(
        await tryAct(by.client, routes, { ...saved.data, version: saved.data.version + 1 }, 'approve'),
      ).toMatchObject({ status: 200 })
    }
  })

  it('is read as a draft where a line of its order was not sent at all', async () => {
    const { main, rear } = desk
    const order = await desk.approveOrder(main, rear, [
      { partId: filter, qty: '2' },
      { partId: pad, qty: '1' },
    ])
    const { lines } = await desk.orderOf(main, order)
    const counted = { lines: [{ lineId: lines[1]?.id as number, qty: '0' }] }
    const sent = await act(main.client, transferOrder.routes, order, 'ship', { input: counted })
    await desk.receive(rear, sent, { 1: { qty: '1' } })
    const line = { partId: filter, sourceLineId: lines[0]?.id as number, qty: '1' }
    const header = { bizDate: shanghaiDay(), ...own(rear, main), counterOrgId: null }
    const draft = await save(rear.client, routes, { header, lines: [line] } as never)
    const read = await rear.client.call(routes.read, { params: { id: draft.id } })
    expect(read.lines).toMatchObject([{ partId: filter, qty: '1.0000' }])
    await act(rear.client, routes, draft, 'approve')
  })

  it('loses within an organisation what either side bears, at what it cost', async () => {
    const { main, rear, onItsWay } = desk
    const sent = await desk.ship(main, rear, [{ partId: filter, qty: '3' }])
    const lost = await desk.decide(rear, sent, 'lost_dest', ['1'])
    expect(await profit(lost.data.id)).toEqual([`${main.orgId} stock_loss 10.00`])
    const other = await desk.decide(main, sent, 'lost_source', ['1'])
    expect(await profit(other.data.id)).toEqual([`${main.orgId} stock_loss 10.00`])
    expect(await desk.decide(main, sent, 'returned', ['1'])).toMatchObject({ status: 200 })
    expect([await desk.stateOf(main, sent), await onItsWay(filter, main)]).toEqual(['done', '0.0000 / 0.00'])
  })

  it('is a sale for VAT between companies, with tax and an invoice, and the goods enter without it', async () => {
    const { shop, main } = desk
    const [ownCompany, otherCompany] = await shop.db.tenant(shop.groupId, async (tx) => [
      await one(tx, 'company', { name: '甲公司', taxpayer_kind: 'general' }),
      await one(tx, 'company', { name: '乙公司', taxpayer_kind: 'general' }),
    ])
    await shop.sql(
      `update org set company_id = $3, taxpayer_kind = 'general' where group_id = $1 and id = $2 returning id`,
      main.orgId,
      ownCompany,
    )
    const far = await shop.db.tenant(shop.groupId, async (tx) => {
      const orgId = await createOrg(tx, {
        code: '03',
        name: '外地店',
        shortName: '外地店',
        orgType: 'parts_trade',
        taxpayerKind: 'general',
        startMonth: 202601,
        companyId: otherCompany as number,
        config: { backdateDays: 300, approveRequired: [] },
      })
      const warehouseId = await one(tx, 'warehouse', { org_id: orgId, code: 'WD', name: '外地仓', is_default: true })
      await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true })
      return { orgId, warehouseId }
    })
    const there = { ...far, client: await shop.signIn('owner', far.orgId) }
    const here = { ...main, client: await shop.signIn('owner', main.orgId) }
    const sent = await desk.ship(here, there, [{ partId: filter, qty: '2', price: '11.3' }], { invoiceKind: 'special' })
    const { header } = await desk.orderOf(there, sent)
    expect([header.isVatSale, header.totalUntaxed, header.totalTax]).toEqual([true, '20.00', '2.60'])
    const done = await desk.receive(there, sent)
    expect(await desk.stock(filter, there)).toBe('2.0000 / 20.00')
    expect(await items(done.id)).toEqual([`${main.orgId} AR ${far.orgId} 22.60`, `${far.orgId} AP ${main.orgId} 22.60`])
    expect(await profit(done.id)).toEqual([`${main.orgId} cogs_part 20.00`, `${main.orgId} revenue_part 20.00`])
    // What goods enter at depends on the invoice of their order: one receipt does not take orders of both.
    const [invoiced, bare] = [
      await desk.ship(here, there, [{ partId: filter, qty: '1', price: '11.3' }], { invoiceKind: 'special' }),
      await desk.ship(here, there, [{ partId: filter, qty: '1', price: '11.3' }], { invoiceKind: 'none' }),
    ]
    const orders = [await desk.orderOf(there, invoiced), await desk.orderOf(there, bare)]
    const lines = orders.map((order) => ({ partId: filter, qty: '1', sourceLineId: order.lines[0]?.id }))
    const both = { header: { bizDate: shanghaiDay(), ...own(there, here), outcome: 'arrived' }, lines }
    expect(await trySave(there.client, routes, both as never)).toMatchObject({
      status: 400,
      msg: `第2行 调拨单 ${bare.billNo} 的发票类型或计税方式与 ${invoiced.billNo} 不同，请分开收货`,
    })
    await desk.receive(there, bare)
    expect(await desk.stock(filter, there)).toBe('3.0000 / 31.30')
    await desk.receive(there, invoiced)
    expect(await desk.stock(filter, there)).toBe('4.0000 / 41.30')
  })

  it('waits for today where the month of its day is closed at the other side', async () => {
    const { main, sister, shop } = desk
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '1', price: '12' }])
    const close = (month: number | null) =>
      shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2 returning id', main.orgId, month)
    await close(209912)
    expect(await desk.tryReceive(sister, sent)).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^对方企业「.+」已结账：\d{4}-\d{2}，请联系对方反结账后再办理$/),
    })
    await close(null)
    expect(await desk.onItsWay(filter, main)).toBe('1.0000 / 10.00')
    const [draft] = (await sister.client.call(routes.list, { query: { state: 'draft' } as never })).rows
    expect(await tryAct(sister.client, routes, draft as never, 'approve')).toMatchObject({ status: 200 })
  })
})

describe('who sees and does what with a transfer', () => {
  const bellOf = async (client: Client, billNo: string) =>
    (await client.call(readBell)).news
      .filter(({ message }) => message.includes(billNo))
      .map(({ msg_type, message }) => [msg_type, message])

  it('is each side’s own, and nobody else’s', async () => {
    const { main, sister, shop } = desk
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '2', price: '12' }])
    const third = await shop.db.tenant(shop.groupId, (tx) =>
      createOrg(tx, {
        code: '09',
        name: '旁店',
        shortName: '旁店',
        orgType: 'parts_trade',
        taxpayerKind: 'small',
        startMonth: 202601,
      }),
    )
    const stranger = await shop.signIn('owner', third)
    const seen = async (client: Client) => {
      const params = { id: sent.id }
      const { read, log, related, print, list, totals } = transferOrder.routes
      const found = [
        await client.ask(read, { params }),
        await client.ask(log, { params }),
        await client.ask(related, { params }),
        await client.ask(print, { params }),
      ]
      const query = { ids: String(sent.id) } as never
      return [
        ...found.map(({ status }) => status),
        (await client.call(list, { query })).rows.length,
        (await client.call(totals, { query })).count,
      ]
    }
    expect(await seen(sister.client)).toEqual([200, 200, 200, 200, 1, 1])
    expect(await seen(stranger)).toEqual([404, 404, 404, 404, 0, 0])
    const { can } = await desk.orderOf(sister, sent)
    expect(can).toEqual([])
    expect(await tryAct(sister.client, transferOrder.routes, sent, 'unapprove')).toMatchObject({
      status: 403,
      msg: '「反审核」由对方企业操作',
    })
    expect((await desk.orderOf(main, sent)).can).toEqual(['unapprove', 'reverse'])
    const stolen = await desk.tryReceive({ ...sister, client: stranger }, sent).catch(() => ({ status: 0 }))
    expect(stolen.status).not.toBe(200)
    await desk.receive(sister, sent)
  })

  it('tells the other side of a shipment, and the source of what did not come', async () => {
    const { main, sister } = desk
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '2', price: '12' }])
    expect(await bellOf(sister.client, sent.billNo)).toEqual([[2, `调拨单 ${sent.billNo} 已发货，请收货`]])
    expect(await bellOf(main.client, sent.billNo)).toEqual([])
    const came = await desk.receive(sister, sent, { 1: { qty: '1', damagedQty: '1' } })
    expect(await bellOf(main.client, came.billNo)).toEqual([[2, `调入单 ${came.billNo} 收货有差异，请处理`]])
    await desk.receive(sister, sent)
  })

  it('shows a keeper no money, on screen, paper and sheet alike', async () => {
    const { main, sister, shop } = desk
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '2', price: '12.34' }])
    for (const client of [await shop.signIn('warehouse_keeper'), await shop.signIn('warehouse_keeper', sister.orgId)]) {
      const params = { id: sent.id }
      const answers = [
        await client.call(transferOrder.routes.read, { params }),
        await client.call(transferOrder.routes.print, { params }),
        await client.call(transferOrder.routes.list, { query: { ids: String(sent.id) } as never }),
        await client.call(transferOrder.routes.totals, { query: { ids: String(sent.id) } as never }),
      ]
      for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/12\.34|24\.68|"costAmount"/)
    }
    // He receives it all the same, at what was agreed.
    const keeper = { ...sister, client: await shop.signIn('warehouse_keeper', sister.orgId) }
    const done = await desk.receive(keeper, sent)
    expect(await items(done.id)).toEqual([
      `${main.orgId} AR ${sister.orgId} 24.68`,
      `${sister.orgId} AP ${main.orgId} 24.68`,
    ])
    expect(fieldKeys).toContain('cost_price')
  })

  it('needs the right, the latest version, and is done once', async () => {
    const { main, sister, shop } = desk
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '2', price: '12' }])
    const buyer = { ...sister, client: await shop.signIn('buyer', sister.orgId) }
    expect((await trySave(buyer.client, routes, { header: {}, lines: [] } as never)).status).toBe(403)
    expect(button('transfer_receipt', 'diff')).toBe(164)
    const [a, b] = await Promise.all([desk.tryReceive(sister, sent), desk.tryReceive(sister, sent)])
    expect([a.status, b.status].toSorted()).toEqual([200, 400])
    const done = a.status === 200 ? a.data : b.data
    expect(await tryAct(sister.client, routes, { ...done, version: done.version - 1 }, 'unapprove')).toMatchObject({
      status: 409,
    })
    const key = { idempotencyKey: 'undone twice' }
    const [one, two] = [
      await tryAct(sister.client, routes, done, 'unapprove', key),
      await tryAct(sister.client, routes, done, 'unapprove', key),
    ]
    expect(two).toEqual(one)
  })
})
