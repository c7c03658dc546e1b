import { goodsReceiptRoutes as routes } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/calendar'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const line = (partId: number, qty: string, price: string) => ({ partId, qty, price })
const draft = (lines: ReturnType<typeof line>[], header: Record<string, unknown> = {}) => ({
  header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId, ...header },
  lines,
})

async function pool(partId: number) {
  return shop.db.tenant(shop.groupId, (tx) =>
    tx.one<{ qty: string; value: string }>({
      text: 'select qty, value from stock_cost where group_id = $1 and part_id = $2',
      values: [shop.groupId, partId],
    }),
  )
}

describe('采购入库单', () => {
  it('puts goods into stock at cost and owes the supplier', async () => {
    const saved = await owner.call(routes.save, {
      body: draft([line(shop.parts.filter, '10', '100'), line(shop.parts.filter, '5', '130')]),
    })
    expect(saved.billNo).toMatch(/^RK01\d{10}$/)
    const posted = await owner.call(routes.act, {
      params: { id: saved.id, action: 'approve' },
      body: { version: saved.version },
    })
    expect(posted.state).toBe('done')
    expect(await pool(shop.parts.filter)).toEqual({ qty: '15.0000', value: '1650.00' })
    const list = await owner.call(routes.list, { query: { billNo: saved.billNo } })
    expect(list.rows[0]).toMatchObject({
      totalTaxed: '1650.00',
      openAmount: '1650.00',
      settledAmount: '0.00',
      state: 'done',
    })
  })

  it('takes everything back by 反审核 and posts again', async () => {
    const saved = await owner.call(routes.save, { body: draft([line(shop.parts.pad, '3', '33.33')]) })
    const posted = await owner.call(routes.act, {
      params: { id: saved.id, action: 'approve' },
      body: { version: saved.version },
    })
    const undone = await owner.call(routes.act, {
      params: { id: saved.id, action: 'unapprove' },
      body: { version: posted.version, reason: '价格录错' },
    })
    expect(undone.state).toBe('draft')
    expect(await pool(shop.parts.pad)).toEqual({ qty: '0.0000', value: '0.00' })
    const again = await owner.call(routes.act, {
      params: { id: saved.id, action: 'approve' },
      body: { version: undone.version },
    })
    const red = await owner.call(routes.act, {
      params: { id: saved.id, action: 'reverse' },
      body: { version: again.version, reason: '供应商开错单' },
    })
    expect(red.state).toBe('reversed')
    expect(await pool(shop.parts.pad)).toEqual({ qty: '0.0000', value: '0.00' })
    const related = await owner.call(routes.related, { params: { id: saved.id } })
    expect(related.map((row) => row.relation)).toEqual(['red'])
    const { header: reversed } = await owner.call(routes.read, { params: { id: saved.id } })
    expect(related[0]?.amount).toBe(`-${reversed.totalTaxed}`)
    // What is red stays: the answer says so, whichever way somebody tries.
    const { id, billNo } = related[0] as (typeof related)[number]
    const { header } = await owner.call(routes.read, { params: { id } })
    for (const action of ['reverse', 'unapprove']) {
      const body = { version: header.version, reason: '再冲' }
      expect(await owner.ask(routes.act, { params: { id, action }, body })).toMatchObject({
        status: 400,
        msg: `单据 ${billNo} 是红冲单据，不能再${action === 'reverse' ? '红冲' : '反审核'}，请另开新单`,
      })
    }
  })

  it('names the line and the field of bad input', async () => {
    const answer = await owner.ask(routes.save, {
      body: draft([line(shop.parts.filter, '1.5', '1'), line(shop.parts.filter, '-1', '1')]),
    })
    expect(answer).toMatchObject({ status: 400, errors: [{ path: 'lines.1.qty', message: '第2行 数量必须大于0' }] })
  })

  it('takes an order discount up to the goods, whatever freight stands on the bill', async () => {
    const freight = { freight: '8', freightPayer: 'partner' }
    const save = (orderDiscount: string) =>
      owner.ask(routes.save, { body: draft([line(shop.parts.filter, '1', '10')], { ...freight, orderDiscount }) })
    const message = '整单优惠 10.01 不能超过明细价税合计 10.00（不含运费）'
    expect(await save('10.01')).toMatchObject({ status: 400, errors: [{ path: 'header.orderDiscount', message }] })
    expect((await save('10')).status).toBe(200)
  })

  it('refuses a second save of the same version, and says whether another or oneself was first', async () => {
    const saved = await owner.call(routes.save, { body: draft([line(shop.parts.filter, '1', '1')]) })
    const body = { ...draft([line(shop.parts.filter, '2', '1')]), id: saved.id, version: saved.version }
    await owner.call(routes.save, { body })
    const own = { status: 409, msg: '您已在其他页面修改了本单，请刷新后重试' }
    const others = { status: 409, msg: '单据已被他人修改，请刷新后重试' }
    expect(await owner.ask(routes.save, { body })).toMatchObject(own)
    await owner.call(routes.print, { params: { id: saved.id } })
    const act = (client: Client, version: number) =>
      client.ask(routes.act, { params: { id: saved.id, action: 'submit' }, body: { version } })
    expect(await act(owner, saved.version)).toMatchObject(own)
    const another = await shop.signIn('owner')
    expect(await another.ask(routes.save, { body })).toMatchObject(others)
    expect(await act(another, saved.version)).toMatchObject(others)
    await another.call(routes.save, { body: { ...body, version: saved.version + 1 } })
    expect(await owner.ask(routes.save, { body })).toMatchObject(others)
    // What has left the draft is changed by other documents as well.
    expect((await act(owner, saved.version + 2)).status).toBe(200)
    expect(await act(owner, saved.version)).toMatchObject(others)
  })

  it('answers a repeated request with its first result', async () => {
    const body = draft([line(shop.parts.filter, '1', '1')])
    const [first, second] = await Promise.all(
      [1, 2].map(() => owner.call(routes.save, { body, idempotencyKey: 'same-gesture' })),
    )
    expect(second).toEqual(first)
  })
})
