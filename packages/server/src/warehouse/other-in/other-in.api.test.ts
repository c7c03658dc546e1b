import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { act, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { runSql } from '../../../test/database'
import { createOpeningDrafts } from '../public'
import { loadRights } from '../../kernel/caller/rights'

const { routes } = otherIn

let shop: Shop
let owner: Client
let keeper: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
})
afterAll(() => shop.close())

const draft = (reason: string, price: string, more: object = {}) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: reason as '赠品', ...more },
  lines: [{ partId: shop.parts.filter, qty: '4', price }],
})
async function posted(body: ReturnType<typeof draft>, client = owner) {
  const saved = await trySave(client, routes, body)
  return saved.status === 200 ? tryAct(client, routes, saved.data, 'approve') : saved
}

describe('其他入库单', () => {
  it('brings goods in at their typed cost, without a partner, as a gain', async () => {
    const found = await posted(draft('盘盈外其他', '12.5'))
    expect(found.data).toMatchObject({ state: 'done' })
    expect(await shop.books.pnl('other_in', found.data.id)).toEqual({ stock_gain: '50.00' })
    const gift = await posted(draft('赠品', '10'))
    expect(await shop.books.pnl('other_in', gift.data.id)).toEqual({ other_income: '40.00' })
    expect(await shop.books.pool(shop.parts.filter)).toBe('8.0000 / 90.00')
    const list = await owner.call(routes.list, { query: { billNo: gift.data.billNo } })
    expect(list.rows[0]).toMatchObject({ partnerName: null, totalTaxed: '40.00', state: 'done' })
  })

  it('knows no tax, whatever rate its lines say: what enters is what it says', async () => {
    const body = draft('赠品', '113')
    const lines = body.lines.map((line) => ({ ...line, qty: '3', taxRate: '0.13' }))
    const gift = await posted({ ...body, lines })
    const figures = { totalUntaxed: '339.00', totalTax: '0.00', totalTaxed: '339.00' }
    const shown = await owner.call(routes.read, { params: { id: gift.data.id } })
    expect(shown.header).toMatchObject(figures)
    expect(shown.lines).toMatchObject([{ taxRate: '0.0000', untaxed: '339.00', tax: '0.00', taxed: '339.00' }])
    const listed = async () => (await owner.call(routes.list, { query: { billNo: gift.data.billNo } })).rows[0]
    expect(await listed()).toMatchObject({ ...figures, costAmount: '339.00' })
    // As earlier versions kept it.
    const taxed = [
      `update goods_document_line set tax_rate = 0.13, untaxed = 300, tax = 39 where document_id = ${gift.data.id}`,
      `update goods_document set total_untaxed = 300, total_tax = 39 where id = ${gift.data.id}`,
      await readFile(join(import.meta.dirname, '../../../../../db/migrations/0084_no_tax_on_other_goods.sql'), 'utf8'),
    ]
    await runSql(shop.ownerUrl, taxed.join(';'))
    expect(await listed()).toMatchObject(figures)
    expect(await owner.call(routes.read, { params: { id: gift.data.id } })).toMatchObject(shown)
    await owner.call(routes.act, {
      params: { id: gift.data.id, action: 'unapprove' },
      body: { version: gift.data.version, reason: '录错' },
    })
  })

  it('takes its gain back by 反审核', async () => {
    const gift = await posted(draft('赠品', '10'))
    expect(await undo(owner, routes, gift.data)).toMatchObject({ state: 'draft' })
    const rows = await shop.sql(
      `select kind, amount from pnl_ledger where group_id = $1 and doc_kind = 'other_in' and doc_id = $2 order by id`,
      gift.data.id,
    )
    expect(rows).toEqual([
      { kind: 'other_income', amount: '40.00' },
      { kind: 'other_income', amount: '-40.00' },
    ])
  })

  it('asks for a cost; zero is for gifts of who may adjust costs', async () => {
    expect(await posted(draft('盘盈外其他', '0'))).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.0.price', message: '第1行 [04152-YZZA1] 请录入成本单价' }],
    })
    expect((await posted(draft('赠品', '0'))).data).toMatchObject({ state: 'done' })
    const mixed = await shop.signIn(['warehouse_keeper', 'buyer'])
    expect(await posted(draft('赠品', '0'), mixed)).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.0.price', message: '第1行 [04152-YZZA1] 赠品按0成本入库需要「成本调整」权限' }],
    })
  })

  it('takes the average for a keeper who sees no cost', async () => {
    const body = { ...draft('盘盈外其他', '0'), lines: [{ partId: shop.parts.pad, qty: '2', price: '0' }] }
    expect(await keeper.ask(routes.save, { body })).toMatchObject({
      status: 400,
      errors: [{ message: '第1行 [04465-02220] 没有可参考的成本，请由有成本权限的人员录入' }],
    })
    await posted({ ...body, lines: [{ partId: shop.parts.pad, qty: '2', price: '30' }] })
    const saved = await keeper.call(routes.save, { body })
    const shown = await keeper.call(routes.read, { params: { id: saved.id } })
    expect(shown.lines[0]).not.toHaveProperty('price')
    expect(shown.lines[0]).not.toHaveProperty('unitCost')
    expect(await act(keeper, routes, saved, 'approve')).toMatchObject({ state: 'done' })
    expect(await shop.books.pool(shop.parts.pad)).toBe('4.0000 / 120.00')
  })

  it('keeps the cost that another has typed when a keeper who sees none changes something else', async () => {
    const saved = await owner.call(routes.save, { body: draft('盘盈外其他', '77') })
    const [line] = (await keeper.call(routes.read, { params: { id: saved.id } })).lines
    const body = { ...draft('盘盈外其他', '0', { remark: '补标签' }), ...saved }
    const again = await keeper.ask(routes.save, {
      body: { ...body, lines: [{ partId: shop.parts.filter, qty: '5', price: '' }] },
    })
    expect([line?.price, again.status]).toEqual([undefined, 200])
    const shown = await owner.call(routes.read, { params: { id: saved.id } })
    expect(shown.lines).toMatchObject([{ qty: '5.0000', price: '77.0000' }])
    expect(shown.header).toMatchObject({ remark: '补标签', totalTaxed: '385.00' })
  })

  it('opens the books on the day before the first month only, without a gain', async () => {
    expect(await posted(draft('期初', '5'))).toMatchObject({
      status: 400,
      errors: [{ path: 'header.bizDate', message: '期初入库的业务日期应为启用月的前一天 2025-12-31' }],
    })
    const opened = await posted(draft('期初', '5', { bizDate: '2025-12-31' }))
    expect(opened.data).toMatchObject({ state: 'done' })
    expect(await shop.books.pnl('other_in', opened.data.id)).toEqual({})
  })

  it('makes opening drafts from imported lines', async () => {
    const rights = await shop.db.tenant(shop.groupId, async (tx) => {
      const user = await tx.one<{ userId: number }>({
        text: `select ur.user_id from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id
          where ur.group_id = $1 and r.code = 'owner' limit 1`,
        values: [shop.groupId],
      })
      return loadRights(tx, user?.userId as number, shop.orgId)
    })
    const caller = { ...(rights as NonNullable<typeof rights>), deviceId: '', ip: '', requestId: '' }
    const line = { warehouseId: shop.warehouseId, locationId: null, batchNo: '', qty: '1', unitCost: '3.25' }
    const drafts = await shop.db.as(caller, (tx) =>
      createOpeningDrafts(tx, [
        { ...line, partId: shop.parts.oil },
        { ...line, partId: shop.parts.pad },
      ]),
    )
    expect(drafts).toHaveLength(1)
    const read = await owner.call(routes.read, { params: { id: drafts[0]?.id as number } })
    expect(read.header).toMatchObject({ reason: '期初', bizDate: '2025-12-31', totalQty: '2.0000', totalTaxed: '6.50' })
  })

  it('is closed to who may not see inbound', async () => {
    const salesperson = await shop.signIn('salesperson')
    expect((await salesperson.ask(routes.save, { body: draft('赠品', '1') })).status).toBe(403)
    expect((await salesperson.ask(routes.list)).status).toBe(403)
  })
})

describe('其他出库单', () => {
  const out = async (reason: string, qty: string, client = owner) => {
    const body = {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: reason as '报损' },
      lines: [{ partId: shop.parts.oil, qty }],
    }
    return tryAct(client, otherOut.routes, await save(client, otherOut.routes, body), 'approve')
  }

  it('takes goods out at the average, as a loss or an expense', async () => {
    await posted({ ...draft('赠品', '0'), lines: [{ partId: shop.parts.oil, qty: '10', price: '20.5' }] })
    const loss = await out('报损', '2.5', keeper)
    expect(loss.data.state).toBe('done')
    expect(await shop.books.pnl('other_out', loss.data.id)).toEqual({ stock_loss: '51.25' })
    const own = await out('自用', '1')
    expect(await shop.books.pnl('other_out', own.data.id)).toEqual({ other_expense: '20.50' })
    expect(await shop.books.pool(shop.parts.oil)).toBe('6.5000 / 133.25')
  })

  it('takes the goods that name a batch first, and lets none in without one where the part is managed by batch', async () => {
    await runSql(shop.ownerUrl, `update part set batch_managed = true where id = ${shop.parts.oil}`)
    const oil = (batchNo: string) => ({
      ...draft('赠品', '0'),
      lines: [{ partId: shop.parts.oil, qty: '2', price: '0', batchNo }],
    })
    expect(await posted(oil(''))).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.0.batchNo', message: '第1行 [5W-30] 按批次管理，请填写批次' }],
    })
    expect((await posted(oil('20260210'))).status).toBe(200)
    const bins = async () => {
      const [lying] = await shop.sql<{ bins: string }>(
        `select string_agg(batch_no || ':' || trim_scale(qty), ' ' order by batch_no) as bins
          from stock_balance where group_id = $1 and part_id = $2`,
        shop.parts.oil,
      )
      return lying?.bins
    }
    expect(await bins()).toBe(':6.5 20260210:2')
    expect((await out('自用', '1.5')).status).toBe(200)
    expect(await bins()).toBe(':6.5 20260210:0.5')
    expect((await out('自用', '0.5')).status).toBe(200)
  })

  it('refuses more than there is', async () => {
    expect(await out('样品', '7')).toMatchObject({ status: 400, msg: '第1行 [5W-30] 可用量 6.5，需要 7' })
  })
})
