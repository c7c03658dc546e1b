import { maxLines } from '@chepu/contract/kernel/goods-document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { act, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'

const { routes } = goodsReceipt

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

describe('采购入库单', () => {
  it('puts goods into stock at cost and owes the supplier', async () => {
    const { filter } = shop.parts
    const posted = await post(owner, routes, draft([line(filter, '10', '100'), line(filter, '5', '130')]))
    expect(await shop.books.pool(filter)).toBe('15.0000 / 1650.00')
    expect(await shop.books.openItems('goods_receipt', posted.id)).toMatchObject([
      { partnerId: shop.supplierId, side: 'AP', original: '1650.00', balance: '1650.00' },
    ])
    const list = await owner.call(routes.list, { query: { billNo: posted.billNo } })
    expect(list.rows[0]).toMatchObject({ totalTaxed: '1650.00', openAmount: '1650.00', settledAmount: '0.00' })
  })

  it('takes everything back by 反审核, posts again, and takes it back by 红冲', async () => {
    const { pad } = shop.parts
    const undone = await undo(owner, routes, await post(owner, routes, draft([line(pad, '3', '33.33')])))
    expect(await shop.books.pool(pad)).toBe('0.0000 / 0.00')
    const again = await act(owner, routes, undone, 'approve')
    expect(await shop.books.pool(pad)).toBe('3.0000 / 99.99')
    await reverse(owner, routes, again)
    expect(await shop.books.pool(pad)).toBe('0.0000 / 0.00')
    const related = await owner.call(routes.related, { params: { id: again.id } })
    expect(related).toMatchObject([{ relation: 'red', amount: '-99.99' }])
  })

  it('shows beforehand and takes back the longest document there may be', async () => {
    const { oil } = shop.parts
    const posted = await post(owner, routes, draft(Array.from({ length: maxLines }, () => line(oil, '1', '2'))))
    expect(await shop.books.pool(oil)).toBe('2000.0000 / 4000.00')
    const params = { id: posted.id, action: 'reverse' as const }
    expect((await owner.call(routes.preview, { params })).refusals).toEqual([])
    await reverse(owner, routes, posted)
    expect(await shop.books.pool(oil)).toBe('0.0000 / 0.00')
  })

  it('names the line and the field of bad input', async () => {
    const body = draft([line(shop.parts.filter, '1.5', '1'), line(shop.parts.filter, '-1', '1')])
    expect(await trySave(owner, routes, body)).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.1.qty', message: '第2行 数量必须大于0' }],
    })
  })

  it('refuses amounts that no book can hold, by line or together', async () => {
    const huge = (qty: string) => line(shop.parts.filter, qty, '9999999999.9999')
    const errors = async (...lines: ReturnType<typeof line>[]) => (await trySave(owner, routes, draft(lines))).errors
    expect(await errors(line(shop.parts.filter, '1', '1'), huge('999999'))).toMatchObject([
      { path: 'lines.1.price', message: '第2行 金额超出允许范围' },
    ])
    const most = Array.from({ length: 11 }, () => huge('9999'))
    expect(await errors(...most)).toMatchObject([{ path: 'lines', message: '合计金额超出允许范围' }])
  })

  it('takes an order discount up to the goods, whatever freight stands on the bill', async () => {
    const freight = { freight: '8', freightPayer: 'partner' }
    const discounted = (orderDiscount: string) =>
      trySave(owner, routes, draft([line(shop.parts.filter, '1', '10')], { ...freight, orderDiscount }))
    const message = '整单优惠 10.01 不能超过明细价税合计 10.00（不含运费）'
    expect(await discounted('10.01')).toMatchObject({
      status: 400,
      errors: [{ path: 'header.orderDiscount', message }],
    })
    expect((await discounted('10')).status).toBe(200)
  })

  it('refuses a second save of the same version, and says whether another or oneself was first', async () => {
    const saved = await save(owner, routes, draft([line(shop.parts.filter, '1', '1')]))
    const body = { ...draft([line(shop.parts.filter, '2', '1')]), id: saved.id, version: saved.version }
    await save(owner, routes, body)
    const own = { status: 409, msg: '您已在其他页面修改了本单，请刷新后重试' }
    const others = { status: 409, msg: '单据已被他人修改，请刷新后重试' }
    expect(await trySave(owner, routes, body)).toMatchObject(own)
    expect(await trySave(owner, routes, { ...body, version: undefined })).toMatchObject({
      status: 400,
      errors: [{ path: 'version', message: '修改单据时请提供版本号 version' }],
    })
    await owner.call(routes.print, { params: { id: saved.id } })
    const submit = (client: Client, version: number) => tryAct(client, routes, { id: saved.id, version }, 'submit')
    expect(await submit(owner, saved.version)).toMatchObject(own)
    const another = await shop.signIn('owner')
    expect(await trySave(another, routes, body)).toMatchObject(others)
    expect(await submit(another, saved.version)).toMatchObject(others)
    await save(another, routes, { ...body, version: saved.version + 1 })
    expect(await trySave(owner, routes, body)).toMatchObject(others)
    // What has left the draft is changed by other documents as well.
    expect((await submit(owner, saved.version + 2)).status).toBe(200)
    expect(await submit(owner, saved.version)).toMatchObject(others)
  })
})
