import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { readBell } from '@chepu/contract/shell/bell'
import { actInbound, inboundTab, readInbound } from '@chepu/contract/warehouse/inbound'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { post } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let buyer: Client
let keeper: Client
beforeAll(async () => {
  shop = await openShop({ config: { receiptTwoDesk: true } })
  buyer = await shop.signIn('buyer')
  keeper = await shop.signIn('warehouse_keeper')
})
afterAll(() => shop.close())

/** A receipt of 10 filters at 100.00 and 4 pads at 250.00, approved by the buyer. */
async function approvedReceipt() {
  const body = {
    header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [
      { partId: shop.parts.filter, qty: '10', price: '100' },
      { partId: shop.parts.pad, qty: '4', price: '250' },
    ],
  }
  return post(buyer, goodsReceipt.routes, body)
}
const act = (client: Client, doc: { id: number; version: number }, action: string, more: object = {}) =>
  client.ask(actInbound, {
    params: { kind: 'goods_receipt', id: doc.id, action },
    body: { version: doc.version, ...more },
  })
const stock = () =>
  shop.sql(`select b.part_id, l.code, b.batch_no, b.qty from stock_balance b join location l on l.group_id = b.group_id and l.id = b.location_id
    where b.group_id = $1 and b.qty > 0 order by b.part_id, l.code`)

describe('入库管理', () => {
  it('waits for the keeper, who confirms what he counted, without seeing prices', async () => {
    const receipt = await approvedReceipt()
    expect(receipt.state).toBe('approved')
    expect(await stock()).toEqual([])
    const [row] = (await keeper.call(inboundTab('goods_receipt').list)).rows
    expect(row).toMatchObject({ billNo: receipt.billNo, totalQty: '14.0000', receivedQty: '0.0000', lineCount: 2 })
    const shown = await keeper.call(readInbound, { params: { kind: 'goods_receipt', id: receipt.id } })
    expect(shown.can).toEqual(['receive', 'sendBack'])
    expect(shown.header).not.toHaveProperty('totalTaxed')
    expect(shown.lines[0]).not.toHaveProperty('price')
    const [first, second] = shown.lines.map((line) => line.id) as [number, number]
    const input = {
      lines: [
        { lineId: first, qty: '8', batchNo: 'B1' },
        { lineId: second, qty: '4' },
      ],
    }
    const done = await act(keeper, receipt, 'receive', { input })
    expect(done.data).toMatchObject({ state: 'done' })
    expect(await stock()).toEqual([
      { partId: shop.parts.filter, code: '默认', batchNo: 'B1', qty: '8.0000' },
      { partId: shop.parts.pad, code: '默认', batchNo: '', qty: '4.0000' },
    ])
    const read = await buyer.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
    expect(read.header).toMatchObject({ totalQty: '12.0000', totalTaxed: '1800.00' })
    const { rows } = await keeper.call(inboundTab('goods_receipt').list, { query: { status: 'done' } })
    expect(rows[0]).toMatchObject({ billNo: receipt.billNo, receivedQty: '12.0000' })
    const totals = await keeper.call(inboundTab('goods_receipt').totals, { query: { status: 'done' } })
    expect(totals).toMatchObject({ count: 1, sums: { receivedQty: '12.0000' } })
  })

  it('names where each part lies in that warehouse, which is where it goes', async () => {
    await shop.db.tenant(shop.groupId, async (tx) => {
      const bin = await one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01-02' })
      await tx.query({
        text: 'update product set default_location_id = $3 where group_id = $1 and part_id = $2',
        values: [shop.groupId, shop.parts.pad, bin],
      })
    })
    const receipt = await approvedReceipt()
    const { lines } = await keeper.call(readInbound, { params: { kind: 'goods_receipt', id: receipt.id } })
    expect(lines.map((line) => line.locationCode)).toEqual([null, 'A-01-02'])
  })

  it('is never confirmed above what the document says', async () => {
    const receipt = await approvedReceipt()
    const { lines } = await keeper.call(readInbound, { params: { kind: 'goods_receipt', id: receipt.id } })
    const input = { lines: [{ lineId: lines[0]?.id, qty: '11' }] }
    expect(await act(keeper, receipt, 'receive', { input })).toMatchObject({
      status: 400,
      msg: '第1行 实际数量不能大于单据数量',
    })
  })

  it('goes back to the buyer with a reason', async () => {
    const receipt = await approvedReceipt()
    expect((await act(keeper, receipt, 'sendBack')).msg).toBe('请填写差异退回原因')
    expect((await act(keeper, receipt, 'sendBack', { reason: '到货与单据不符' })).data).toMatchObject({
      state: 'draft',
    })
    const { news } = await buyer.call(readBell)
    expect(news[0]?.message).toBe(`采购入库单 ${receipt.billNo} 被差异退回：到货与单据不符`)
    expect(news[0]).toMatchObject({ msg_type: 1, params: { kind: 'goods_receipt', id: receipt.id } })
  })

  it('offers other receipts from their draft', async () => {
    const saved = await keeper.call(otherIn.routes.save, {
      body: {
        header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '赠品' },
        lines: [{ partId: shop.parts.filter, qty: '1', price: '0' }],
      },
    })
    const [row] = (await keeper.call(inboundTab('other_in').list)).rows
    expect(row).toMatchObject({ billNo: saved.billNo, partnerName: null, reason: '赠品' })
    const done = await keeper.call(actInbound, {
      params: { kind: 'other_in', id: saved.id, action: 'approve' },
      body: { version: saved.version },
    })
    expect(done.state).toBe('done')
  })

  it('is confirmed by who may, in a warehouse that is his', async () => {
    const receipt = await approvedReceipt()
    expect((await act(buyer, receipt, 'receive')).status).toBe(403)
    const salesperson = await shop.signIn('salesperson')
    expect((await salesperson.ask(inboundTab('goods_receipt').list)).status).toBe(403)
    const blind = await shop.signIn('warehouse_keeper')
    await shop.sql(
      `update user_warehouse set can_in = false where group_id = $1 and user_id = (select max(id) from app_user where group_id = $1)`,
    )
    expect(await act(blind, receipt, 'receive')).toMatchObject({
      status: 403,
      msg: '您没有主仓的入库权限，不能确认入库',
    })
    expect((await act(keeper, { id: 999_999, version: 1 }, 'receive')).status).toBe(404)
  })

  it('tells who neither receives a document nor could open it the goods alone', async () => {
    const owner = await shop.signIn('owner')
    const partnerId = shop.customerId
    const header = { bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId, reason: '其他' }
    const body = { header, lines: [{ partId: shop.parts.filter, qty: '1', price: '35' }] }
    const saved = await owner.call(salesReturn.routes.save, { body })
    const { id, version, billNo } = saved
    await owner.call(salesReturn.routes.act, { params: { id, action: 'approve' }, body: { version } })
    const list = async (client: Client, query = {}) =>
      (await client.call(inboundTab('sales_return').list, { query })).rows.map((row) => [row.billNo, row.partnerName])
    const read = (client: Client) => client.call(readInbound, { params: { kind: 'sales_return', id } })
    expect((await buyer.ask(salesReturn.routes.read, { params: { id } })).status).toBe(403)
    expect(await list(buyer)).toEqual([[billNo, null]])
    expect(await list(buyer, { partnerId })).toEqual([])
    const plain = await read(buyer)
    expect(plain.header).toMatchObject({ billNo, totalQty: '1.0000', reason: '其他' })
    for (const key of [
      'partnerId',
      'partnerName',
      'partnerMobile',
      'partnerAddress',
      'totalTaxed',
      'settlementMethodId',
    ])
      expect(plain.header).not.toHaveProperty(key)
    for (const key of ['price', 'netAmount', 'taxed', 'unitCost']) expect(plain.lines[0]).not.toHaveProperty(key)
    expect(await list(keeper, { partnerId })).toEqual([[billNo, '测试修理厂']])
    expect((await read(keeper)).header).toMatchObject({ partnerName: '测试修理厂' })
    expect((await read(owner)).header).toMatchObject({ partnerName: '测试修理厂', totalTaxed: '35.00' })
  })

  it('is skipped when the switch 仓库确认入库 is off', async () => {
    await shop.sql(`update org set config = config || '{"receiptTwoDesk": false}' where group_id = $1`)
    buyer = await shop.signIn('buyer')
    expect((await approvedReceipt()).state).toBe('done')
  })
})
