import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { post, tryAct, trySave } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

const { routes } = purchaseReturn

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({ config: { deliveryTwoDesk: false } })
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const header = () => ({ bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId })
const newPart = (code: string) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const like = await tx.one<Record<string, number>>({
      text: 'select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 and id = $2',
      values: [tx.groupId, shop.parts.filter],
    })
    const { brandId, categoryId, unitId, taxRateId } = like as Record<string, number>
    const refs = { brand_id: brandId, category_id: categoryId, unit_id: unitId, tax_rate_id: taxRateId }
    return one(tx, 'part', { code, name: code, ...refs })
  })

/** A posted receipt; returns it with its line ids. */
async function received(lines: { partId: number; qty: string; price: string }[], more: object = {}) {
  const saved = await post(owner, goodsReceipt.routes, { header: { ...header(), ...more }, lines })
  const read = await owner.call(goodsReceipt.routes.read, { params: { id: saved.id } })
  return { ...saved, lineIds: read.lines.map((line) => line.id) }
}

interface Back {
  partId: number
  qty: string
  price: string
  sourceLineId?: number | null | undefined
  locationId?: number
}
const draftOf = (lines: Back[], more: object = {}) =>
  trySave(owner, routes, { header: { ...header(), reason: '质量问题', ...more }, lines })
async function returned(lines: Back[], more: object = {}) {
  const saved = await draftOf(lines, more)
  return saved.status === 200 ? tryAct(owner, routes, saved.data, 'approve') : saved
}

const variance = ({ data }: { data: { id: number } }) => shop.books.pnl('purchase_return', data.id)

describe('采购退货单', () => {
  it('takes 2 of the second lot out at 260.00, variance 0 (fixed scenario)', async () => {
    const partId = await newPart('S1')
    const receipt = await received([
      { partId, qty: '10', price: '100' },
      { partId, qty: '5', price: '130' },
    ])
    expect(await shop.books.pool(partId)).toBe('15.0000 / 1650.00')
    const done = await returned([{ partId, qty: '2', price: '130', sourceLineId: receipt.lineIds[1] }])
    expect(done.data).toMatchObject({ state: 'done' })
    expect(await shop.books.pool(partId)).toBe('13.0000 / 1390.00')
    expect(await variance(done)).toEqual({})
    expect(await shop.books.openItems('purchase_return', done.data.id)).toMatchObject([
      { original: '-260.00', balance: '-260.00' },
    ])
    const read = await owner.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
    expect(read.lines.map((line) => line.returnedQty)).toEqual(['0.0000', '2.0000'])
  })

  it('gives back no more than was received, over all returns', async () => {
    const partId = await newPart('S2')
    const receipt = await received([{ partId, qty: '5', price: '10' }])
    const back = (qty: string) => returned([{ partId, qty, price: '10', sourceLineId: receipt.lineIds[0] }])
    await back('2')
    expect(await back('4')).toMatchObject({
      status: 400,
      msg: `第1行 来源单据 ${receipt.billNo} 剩余数量 3，本次 4`,
    })
  })

  it('empties the receipt line to the fen when returned piece by piece', async () => {
    const partId = await newPart('S3')
    const receipt = await received([{ partId, qty: '3', price: '33.3333' }])
    for (const _ of [1, 2, 3])
      expect((await returned([{ partId, qty: '1', price: '33.3333', sourceLineId: receipt.lineIds[0] }])).status).toBe(
        200,
      )
    expect(await shop.books.pool(partId)).toBe('0.0000 / 0.00')
    const [sum] = await shop.sql(
      "select sum(value) as value, sum(variance) as variance from stock_ledger where group_id = $1 and part_id = $2 and doc_kind = 'purchase_return'",
      partId,
    )
    expect(sum).toEqual({ value: '-100.00', variance: '0.00' })
  })

  it('shows as variance what the supplier credits above the average', async () => {
    const partId = await newPart('S4')
    await received([{ partId, qty: '2', price: '100' }])
    const done = await returned([{ partId, qty: '2', price: '120' }])
    expect(await shop.books.pool(partId)).toBe('0.0000 / 0.00')
    expect(await variance(done)).toEqual({ stock_variance: '40.00' })
  })

  it('shows as variance what the supplier credits less than the goods cost, and takes it back', async () => {
    const partId = await newPart('S8')
    const receipt = await received([{ partId, qty: '5', price: '130' }])
    const done = await returned([{ partId, qty: '2', price: '100', sourceLineId: receipt.lineIds[0] }])
    expect(await shop.books.pool(partId)).toBe('3.0000 / 390.00')
    expect(await variance(done)).toEqual({ stock_variance: '-60.00' })
    const undone = await tryAct(owner, routes, done.data, 'unapprove', { reason: '价格录错' })
    expect(undone.data.state).toBe('draft')
    expect(await variance(done)).toEqual({ stock_variance: '0.00' })
  })

  it('refuses goods that are not in the bin', async () => {
    const partId = await newPart('S5')
    await received([{ partId, qty: '2', price: '100' }])
    const bin = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'B-02' }),
    )
    expect(await returned([{ partId, qty: '1', price: '100', locationId: bin }])).toMatchObject({
      status: 400,
      msg: '第1行 [S5] 可用量 0，需要 1',
    })
  })

  it('out of another warehouse than its receipt leaves that warehouse’s average alone', async () => {
    const partId = await newPart('S9')
    const receipt = await received([{ partId, qty: '5', price: '10' }])
    const branch = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'FC', name: '分仓' })
      await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
      return id
    })
    owner = await shop.signIn('owner')
    await received([{ partId, qty: '5', price: '30' }], { warehouseId: branch })
    const at = (warehouseId: number) => shop.books.pool(partId, warehouseId)
    const back = (qty: string, warehouseId: number) =>
      returned([{ partId, qty, price: '10', sourceLineId: receipt.lineIds[0] }], { warehouseId })
    const far = await back('2', branch)
    expect(await at(branch)).toBe('3.0000 / 90.00')
    // The supplier credits 20.00 for goods that cost 60.00.
    expect(await variance(far)).toEqual({ stock_variance: '-40.00' })
    // The rest of the receipt goes back at its own value.
    const near = await back('3', shop.warehouseId)
    expect(await at(shop.warehouseId)).toBe('2.0000 / 20.00')
    expect(await variance(near)).toEqual({})
    expect((await tryAct(owner, routes, far.data, 'unapprove', { reason: '退错仓' })).data.state).toBe('draft')
    expect(await at(branch)).toBe('5.0000 / 150.00')
    expect(await variance(far)).toEqual({ stock_variance: '0.00' })
  })

  it('comes back whole by 反审核 and by 红冲', async () => {
    const partId = await newPart('S6')
    const receipt = await received([{ partId, qty: '4', price: '25' }])
    const done = await returned([{ partId, qty: '3', price: '25', sourceLineId: receipt.lineIds[0] }])
    const undone = await tryAct(owner, routes, done.data, 'unapprove', { reason: '数量录错' })
    expect(undone.data.state).toBe('draft')
    expect(await shop.books.pool(partId)).toBe('4.0000 / 100.00')
    const again = await tryAct(owner, routes, undone.data, 'approve')
    expect((await tryAct(owner, routes, again.data, 'reverse', { reason: '供应商不收' })).data.state).toBe('reversed')
    expect(await shop.books.pool(partId)).toBe('4.0000 / 100.00')
    const read = await owner.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
    expect(read.lines[0]?.returnedQty).toBe('0.0000')
  })

  it('blocks 反审核 of its receipt', async () => {
    const partId = await newPart('S7')
    const receipt = await received([{ partId, qty: '4', price: '25' }])
    const done = await returned([{ partId, qty: '1', price: '25', sourceLineId: receipt.lineIds[0] }])
    const refused = await tryAct(owner, goodsReceipt.routes, receipt, 'unapprove')
    expect(refused.msg).toBe(`单据 ${receipt.billNo} 已被下游单据 ${done.data.billNo} 引用，请先处理该单据`)
  })
})

describe('采购退货单 with 仓库确认出库', () => {
  let twoDesk: Shop
  beforeAll(async () => {
    twoDesk = shop
    await setTwoDesk(true)
  })
  afterAll(() => setTwoDesk(false))
  const setTwoDesk = async (on: boolean) => {
    await twoDesk.sql(
      `update org set config = config || jsonb_build_object('deliveryTwoDesk', $2::boolean) where group_id = $1`,
      on,
    )
    owner = await twoDesk.signIn('owner')
  }

  it('holds the goods until the warehouse ships what it counted', async () => {
    const partId = await newPart('T1')
    const receipt = await received([{ partId, qty: '5', price: '10' }])
    const saved = (await draftOf([{ partId, qty: '4', price: '10', sourceLineId: receipt.lineIds[0] }])).data
    const approved = await tryAct(owner, routes, saved, 'approve')
    expect(approved.data.state).toBe('approved')
    expect(await shop.books.pool(partId)).toBe('5.0000 / 50.00')
    expect(await returned([{ partId, qty: '2', price: '10' }])).toMatchObject({
      status: 400,
      msg: '第1行 [T1] 可用量 1，需要 2',
    })
    const { lines } = await owner.call(routes.read, { params: { id: saved.id } })
    const input = { lines: [{ lineId: lines[0]?.id as number, qty: '3' }] }
    const done = await tryAct(owner, routes, approved.data, 'ship', { input })
    expect(done.data.state).toBe('done')
    expect(await shop.books.pool(partId)).toBe('2.0000 / 20.00')
    const read = await owner.call(routes.read, { params: { id: saved.id } })
    expect(read.header).toMatchObject({ totalQty: '3.0000', totalTaxed: '30.00' })
    expect(
      await shop.sql('select id from stock_reservation where group_id = $1 and part_id = $2 and is_live', partId),
    ).toEqual([])
  })

  it('frees the goods when the warehouse sends the return back', async () => {
    const partId = await newPart('T2')
    await received([{ partId, qty: '5', price: '10' }])
    const saved = (await draftOf([{ partId, qty: '4', price: '10' }])).data
    const approved = await tryAct(owner, routes, saved, 'approve')
    const back = await tryAct(owner, routes, approved.data, 'sendBack', { reason: '货位上找不到' })
    expect(back.data.state).toBe('draft')
    expect((await returned([{ partId, qty: '5', price: '10' }])).data.state).toBe('approved')
  })

  it('is shipped only by who may confirm outbound', async () => {
    const partId = await newPart('T3')
    await received([{ partId, qty: '1', price: '10' }])
    const saved = (await draftOf([{ partId, qty: '1', price: '10' }])).data
    const approved = await tryAct(owner, routes, saved, 'approve')
    const buyer = await shop.signIn('buyer')
    expect((await tryAct(buyer, routes, approved.data, 'ship')).status).toBe(403)
    expect((await (await shop.signIn('salesperson')).ask(routes.read, { params: { id: saved.id } })).status).toBe(403)
  })
})
