// What each side of a transfer sees and does, call by call, and what nobody else does; and a month that one of them has closed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { deskTabs, transferPicks } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { act, post, type Saved, save, tryAct, undo } from '../../../test/desk'
import { exportedFile } from '../../../test/export-file'
import { assertBooks, type Client, one } from '../../../test/shop'
import { createOrg } from '../../access/provision'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { keepFilesIn } from '../../kernel/base/file-folder'
import { startExports } from '../../kernel/export/worker'
import { readRows } from '../../kernel/spreadsheet/read'
import { openTransfers } from './transfers.fixture'

let desk: Awaited<ReturnType<typeof openTransfers>>
let filter: number
/** Of a third organisation of the group. */
let stranger: Client
let exports: ReturnType<typeof startExports>
let folder: string
beforeAll(async () => {
  desk = await openTransfers()
  ;({ filter } = desk.shop.parts)
  folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  exports = startExports(desk.shop.db, (error) => console.error(error), { everyMs: 50 })
  const org = {
    name: '旁店',
    shortName: '旁店',
    orgType: 'parts_trade',
    taxpayerKind: 'small',
    startMonth: 202601,
  } as const
  const third = await desk.shop.db.tenant(desk.shop.groupId, (tx) => createOrg(tx, { code: '09', ...org }))
  stranger = await desk.shop.signIn('owner', third)
})
afterEach(() => assertBooks(desk.shop.db, desk.shop.groupId))
afterAll(async () => {
  await exports.stop()
  await desk.shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What a request of the branch, its order and a receipt of half of it answer the one who asks. */
async function story() {
  const { main, sister } = desk
  const header = {
    bizDate: shanghaiDay(),
    warehouseId: sister.warehouseId,
    counterOrgId: main.orgId,
    toWarehouseId: main.warehouseId,
  }
  const lines = [{ partId: filter, qty: '2' }]
  const asked = await act(
    sister.client,
    transferRequest.routes,
    await save(sister.client, transferRequest.routes, { header, lines } as never),
    'submit',
  )
  const request = await act(main.client, transferRequest.routes, asked, 'approve')
  const drawn = await main.client.call(drawSource, {
    params: { target: transferOrder.kind },
    body: { source: transferRequest.kind, documentId: request.id },
  })
  const [line] = drawn.lines
  const order = await desk.ship(main, sister, [
    { partId: filter, qty: '2', price: '12.34', sourceLineId: line?.sourceLineId } as never,
  ])
  const receipt = await desk.receive(sister, order, { 1: { qty: '1', shortQty: '1' } })
  return { request, order, receipt }
}
const defs = { request: transferRequest, order: transferOrder, receipt: transferReceipt }

/** Answers of every call about a document that asks and changes nothing. */
async function answersTo(client: Client, { routes }: (typeof defs)[keyof typeof defs], id: number) {
  const params = { id }
  const query = { ids: String(id) } as never
  const found = [
    await client.ask(routes.read, { params }),
    await client.ask(routes.log, { params }),
    await client.ask(routes.related, { params }),
    await client.ask(routes.print, { params }),
  ]
  const { rows } = await client.call(routes.list, { query })
  const { count } = await client.call(routes.totals, { query })
  return {
    statuses: found.map(({ status }) => status),
    listed: [rows.length, count],
    text: JSON.stringify([found, rows]),
  }
}

/** What the exported list says of a document. */
async function sheetOf(client: Client, { routes }: (typeof defs)[keyof typeof defs], id: number): Promise<string> {
  const { jobId } = await client.call(routes.export, {
    body: { filters: { ids: String(id) }, columns: ['billNo', 'totalQty', 'totalTaxed', 'costAmount'] },
  } as never)
  return JSON.stringify((await readRows(await exportedFile(client, { jobId }))).rows)
}

describe('every document of a transfer', () => {
  it('answers both its sides alike, and a third organisation not at all', async () => {
    const { main, sister } = desk
    const made = await story()
    for (const [name, def] of Object.entries(defs)) {
      const { id } = made[name as keyof typeof defs]
      for (const { client } of [main, sister])
        expect([name, (await answersTo(client, def, id)).statuses]).toEqual([name, [200, 200, 200, 200]])
      expect((await answersTo(sister.client, def, id)).listed).toEqual([1, 1])
      expect(await answersTo(stranger, def, id)).toMatchObject({ statuses: [404, 404, 404, 404], listed: [0, 0] })
      const version = made[name as keyof typeof defs].version
      const action = Object.keys(def.actions)[0] as string
      expect((await tryAct(stranger, def.routes as never, { id, version }, action)).status).toBe(404)
    }
    // Whose other side it is, so that a list offers what that one takes.
    const query = { ids: String(made.order.id) } as never
    const { rows } = await sister.client.call(transferOrder.routes.list, { query })
    expect(rows).toMatchObject([{ orgId: main.orgId, counterOrgId: sister.orgId }])
    const related = await sister.client.call(transferOrder.routes.related, { params: { id: made.order.id } })
    for (const { billNo } of [made.request, made.receipt]) expect(JSON.stringify(related)).toContain(billNo)
    expect(await sheetOf(stranger, transferOrder, made.order.id)).not.toContain(made.order.billNo)
    expect(await sheetOf(sister.client, transferOrder, made.order.id)).toContain(made.order.billNo)
  })

  it('names both sides to both, and sums what goes out and what comes in each for itself', async () => {
    const { main, sister } = desk
    const { request, order, receipt } = await story()
    const company = '测试配件店'
    const branch = '测试分店'
    for (const { client } of [main, sister]) {
      const of = async (def: (typeof defs)[keyof typeof defs], { id }: Saved) => {
        const { header } = await client.call(def.routes.read, { params: { id } })
        return [header.orgName, header.warehouseName, header['counterOrgName'], header['toWarehouseName']]
      }
      expect(await of(transferRequest, request)).toEqual([branch, '分仓', company, '主仓'])
      expect(await of(transferOrder, order)).toEqual([company, '主仓', branch, '分仓'])
      expect(await of(transferReceipt, receipt)).toEqual([branch, '分仓', company, '主仓'])
    }
    const back = await desk.ship(sister, main, [{ partId: filter, qty: '1', price: '20' }])
    const ids = `${order.id},${back.id}`
    const sumsOf = async (side?: 'owner' | 'counterparty') => {
      const query = { ids, ...(side && { side }) } as never
      const { rows } = await main.client.call(transferOrder.routes.list, { query })
      const { sums } = await main.client.call(transferOrder.routes.totals, { query })
      return [rows.length, sums['totalQty'], sums['totalTaxed']]
    }
    expect(await sumsOf('owner')).toEqual([1, '2.0000', '24.68'])
    expect(await sumsOf('counterparty')).toEqual([1, '1.0000', '20.00'])
    // What is to be got and what is to be paid are no figure together.
    expect(await sumsOf()).toEqual([2, '3.0000', undefined])
  })

  it('has no heading twice in its sheet', async () => {
    const { main } = desk
    const made = await story()
    for (const [name, def] of Object.entries(defs)) {
      const filters = { ids: String(made[name as keyof typeof defs].id) }
      const { jobId } = await main.client.call(def.routes.export, { body: { filters, columns: [] } } as never)
      const { rows } = await readRows(await exportedFile(main.client, { jobId }))
      const heads = (rows.find((row) => row.includes('单号')) ?? []).filter((head) => head !== '')
      expect(heads.length).toBeGreaterThan(10)
      expect([name, ...heads.filter((head, i) => heads.indexOf(head) !== i)]).toEqual([name])
    }
  })

  it('asks to decide what was reported missing, until that is decided or comes late', async () => {
    const { main, sister } = desk
    const undecided = async ({ billNo }: Saved) => {
      const { rows } = await sister.client.call(deskTabs.receiving.list, { query: { billNo } as never })
      return rows.map(({ openQty, differenceQty }) => `${openQty} / ${differenceQty}`)
    }
    const sent = await desk.ship(main, sister, [{ partId: filter, qty: '7', price: '12' }])
    // Decided before anybody has reported anything, it answers no report.
    expect(await desk.decide(main, sent, 'lost_source', ['1'])).toMatchObject({ status: 200 })
    expect(await undecided(sent)).toEqual(['6.0000 / 0.0000'])
    await desk.receive(sister, sent, { 1: { qty: '1', shortQty: '2', damagedQty: '1' } })
    expect(await undecided(sent)).toEqual(['5.0000 / 3.0000'])
    const back = await desk.decide(main, sent, 'returned', ['2'])
    expect(await undecided(sent)).toEqual(['3.0000 / 1.0000'])
    expect(await desk.decide(main, sent, 'lost_source', ['1'])).toMatchObject({ status: 200 })
    expect(await undecided(sent)).toEqual(['2.0000 / 0.0000'])
    await undo(main.client, transferReceipt.routes, back.data)
    expect(await undecided(sent)).toEqual(['4.0000 / 2.0000'])
    // Three come late: two that nobody has missed, and one that somebody has.
    await desk.receive(sister, sent, { 1: { qty: '3' } })
    expect(await undecided(sent)).toEqual(['1.0000 / 1.0000'])
  })

  it('shows who sees no costs nothing of its money, on screen, paper, sheet and in its log', async () => {
    const { sister, shop } = desk
    const { order, receipt } = await story()
    for (const orgId of [shop.orgId, sister.orgId]) {
      const keeper = await shop.signIn('warehouse_keeper', orgId)
      for (const [def, { id }] of [
        [transferOrder, order],
        [transferReceipt, receipt],
      ] as const) {
        expect((await answersTo(keeper, def, id)).text).not.toMatch(/12\.34|24\.68|"costAmount"/)
        if (def.kind === transferOrder.kind) expect(await sheetOf(keeper, def, id)).not.toMatch(/12\.34|24\.68/)
      }
    }
  })

  it('lets both sides look at its files, and its owner alone add to them', async () => {
    const { main, sister } = desk
    const { order } = await story()
    const query = { kind: transferOrder.kind, ownerId: order.id }
    const file = { ...query, fileName: '签收.png' }
    expect((await main.client.call(resourceRoutes.list, { query })).mayChange).toBe(true)
    expect((await sister.client.call(resourceRoutes.list, { query })).mayChange).toBe(false)
    expect((await stranger.ask(resourceRoutes.list, { query })).status).toBe(404)
    expect((await main.client.ask(resourceRoutes.ticket, { body: file })).status).toBe(200)
    expect((await sister.client.ask(resourceRoutes.ticket, { body: file })).status).toBe(403)
    expect((await stranger.ask(resourceRoutes.ticket, { body: file })).status).toBe(404)
  })

  it('is picked by its source, bin by bin in the order of walking, until it has left', async () => {
    const { main, sister, shop } = desk
    const bins = await shop.db.tenant(shop.groupId, async (tx) => [
      await one(tx, 'location', { warehouse_id: main.warehouseId, code: 'B-01', pick_order: 20 }),
      await one(tx, 'location', { warehouse_id: main.warehouseId, code: 'A-01', pick_order: 10 }),
    ])
    const { pad } = shop.parts
    await post(main.client, otherIn.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: main.warehouseId, reason: '盘盈外其他' },
      lines: bins.map((locationId) => ({ partId: pad, qty: '40', price: '10', locationId })),
    } as never)
    const order = await desk.approveOrder(main, sister, [{ partId: pad, qty: '60', price: '12' }])
    const ask = (client: Client) => client.ask(transferPicks, { params: { id: order.id } })
    const { data } = await ask(main.client)
    const walked = data.rows.flatMap(({ picks }) => picks.map(({ locationCode, qty }) => `${locationCode} ${qty}`))
    // Seven lie in the bin that stands first, as they came with the shop.
    expect(walked).toEqual(['默认 7', 'A-01 40', 'B-01 13'])
    for (const client of [sister.client, stranger]) expect((await ask(client)).status).toBe(404)
    expect((await (await shop.signIn('buyer')).ask(transferPicks, { params: { id: order.id } })).status).toBe(403)
    await act(main.client, transferOrder.routes, order, 'ship')
    expect(await ask(main.client)).toMatchObject({
      status: 400,
      msg: `调拨单 ${order.billNo} 不在待发货，没有要拣的货`,
    })
  })

  it('takes no line of a transfer between others', async () => {
    const { main } = desk
    const { order } = await story()
    const { lines } = await desk.orderOf(main, order)
    const drawn = await stranger.call(drawSource, {
      params: { target: transferReceipt.kind },
      body: { source: transferOrder.kind, documentId: order.id, lineIds: [] },
    })
    expect(drawn.lines).toEqual([])
    expect(lines).toHaveLength(1)
  })
})

describe('a month that one side has closed', () => {
  const today = shanghaiDay()
  /** The last day of the month before. */
  const then = addDays(`${today.slice(0, 7)}-01`, -1)
  const close = (orgId: number, isClosed: boolean) =>
    desk.shop.sql(
      'update org set closed_month = $3 where group_id = $1 and id = $2 returning id',
      orgId,
      isClosed ? Number.parseInt(then.slice(0, 4) + then.slice(5, 7), 10) : null,
    )
  const sentThen = (): Promise<Saved> =>
    desk.ship(desk.main, desk.sister, [{ partId: filter, qty: '1', price: '12' }], { bizDate: then })
  beforeAll(() =>
    post(desk.main.client, otherIn.routes, {
      header: { bizDate: then, warehouseId: desk.main.warehouseId, reason: '盘盈外其他' },
      lines: [{ partId: filter, qty: '5', price: '10' }],
    } as never),
  )
  const waiting = async () => {
    const { tasks } = await desk.sister.client.call(dashboard)
    return tasks.find(({ title }) => title === '调拨待我收货')?.count
  }

  it('of the sender refuses the arrival, says whose it is and what does, and leaves it among what waits', async () => {
    const { main, sister } = desk
    const sent = await sentThen()
    const before = await waiting()
    await close(main.orgId, true)
    expect(await desk.tryReceive(sister, sent, {}, { bizDate: then })).toMatchObject({
      status: 400,
      msg: `对方企业「测试配件店」已结账：${then.slice(0, 7)}，请把业务日期改为今天`,
    })
    expect([await desk.onItsWay(filter, main), await waiting()]).toEqual([expect.stringMatching(/^\d/), before])
    const done = await desk.receive(sister, sent)
    expect(await waiting()).toBe((before ?? 0) - 1)
    // What is received in an open month is undone in it, too.
    await undo(sister.client, transferReceipt.routes, done)
    await desk.receive(sister, sent)
    await close(main.orgId, false)
  })

  it('of the receiver refuses it as any document of his own', async () => {
    const { sister } = desk
    const sent = await sentThen()
    await close(sister.orgId, true)
    expect(await desk.tryReceive(sister, sent, {}, { bizDate: then })).toMatchObject({
      status: 400,
      msg: `该期间已结账：${then.slice(0, 7)}`,
    })
    await desk.receive(sister, sent)
    await close(sister.orgId, false)
  })
})
