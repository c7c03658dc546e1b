import { documentRoutes } from '@chepu/contract/kernel/goods-document'
import { drawFormer } from '@chepu/contract/kernel/former'
import { orderLines } from '@chepu/contract/purchasing/order-query'
import { purchaseOrderRoutes } from '@chepu/contract/purchasing/purchase-order'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import { boundKinds } from './kinds'

let shop: Counter

beforeAll(async () => {
  shop = await openCounter({ requireConfirmOrder: false })
  await shop.buy(shop.parts.filter, '50', '8')
  await shop.buy(shop.parts.pad, '50', '8')
})
afterAll(() => shop.close())

/** The kinds whose price may be left open: those of purchase and sales. */
const pricedKinds = () =>
  boundKinds().filter(({ def }) => (def.line.shape['price'] as z.ZodType).safeParse(null).success)

const headerOf = (kind: ReturnType<typeof boundKinds>[number]) => ({
  partnerId: kind.partnerRole === 2 ? shop.supplierId : shop.customerId,
  reason: '质量问题',
})
const line = (partId: number, price: string | null, more: object = {}) =>
  ({ partId, qty: '2', price, taxRate: '0.13', ...more }) as never

describe('a draft that waits for prices', () => {
  it('is saved in every kind of purchase and sales, and leaves the draft only with all its prices', async () => {
    const kinds = pricedKinds()
    expect(kinds.map(({ def }) => def.kind).sort()).toEqual([
      'goods_receipt',
      'purchase_order',
      'purchase_return',
      'sales_delivery',
      'sales_order',
      'sales_return',
    ])
    for (const kind of kinds) {
      const { def } = kind
      const routes = documentRoutes(def)
      const title = (def.line.shape['price'] as z.ZodType).meta()?.['title'] as string
      const lines = [
        line(shop.parts.filter, '100'),
        line(shop.parts.pad, null),
        line(shop.parts.filter, '', { remark: '问老板' }),
        line(shop.parts.pad, null, { netAmount: '50' }),
        line(shop.parts.pad, '0'),
      ]
      const saved = await shop.save(routes, lines, headerOf(kind))
      expect([def.kind, saved]).toMatchObject([def.kind, { status: 200 }])
      const { header, lines: shown } = await shop.read(routes, saved.data.id)
      expect(header).toMatchObject({ totalQty: '10.0000', totalTaxed: '250.00' })
      expect(shown.map(({ price, netAmount, taxed }) => [price, netAmount, taxed])).toEqual([
        ['100.0000', '200.00', '200.00'],
        [null, null, null],
        [null, null, null],
        ['25.0000', '50.00', '50.00'],
        ['0.0000', '0.00', '0.00'],
      ])

      const copy = await shop.owner.call(drawFormer, {
        params: { target: def.kind },
        body: { source: def.kind, documentId: saved.data.id },
      })
      expect(copy.lines.map(({ price }) => price)).toEqual(['100.0000', null, null, '25.0000', '0.0000'])

      for (const action of ['submit', 'approve']) {
        const refused = await shop.act(routes, saved.data, action)
        expect([def.kind, refused]).toMatchObject([
          def.kind,
          {
            status: 400,
            msg: `第2行 [04465-02220] 请填写${title}`,
            errors: [
              { path: 'lines.1.price', message: `第2行 [04465-02220] 请填写${title}` },
              { path: 'lines.2.price', message: `第3行 [04152-YZZA1] 请填写${title}` },
            ],
          },
        ])
      }
      const priced = [line(shop.parts.filter, '100'), line(shop.parts.pad, '30')]
      const again = await shop.owner.call(routes.save, {
        body: { ...saved.data, header: { ...header, ...headerOf(kind) }, lines: priced } as never,
      })
      expect((await shop.act(routes, again, 'submit')).data).toMatchObject({ state: 'submitted' })
      const other = await shop.save(routes, [line(shop.parts.filter, null)], headerOf(kind))
      expect((await shop.act(routes, other.data, 'void')).data).toMatchObject({ state: 'voided' })
    }
  })

  it('shows no price among the lines of orders, and a line without one lowers no average', async () => {
    const lines = [line(shop.parts.oil, null), line(shop.parts.oil, '60')]
    const saved = await shop.save(purchaseOrderRoutes, lines, { partnerId: shop.supplierId })
    const query = { billNo: saved.data.billNo, state: 'draft' }
    const { rows } = await shop.owner.call(orderLines.list, { query })
    expect(rows.map(({ taxedPrice, taxed }) => [taxedPrice, taxed])).toEqual([
      [null, null],
      ['60.0000', '120.00'],
    ])
  })

  it('is refused from who may not see prices: a blank would wipe what another has entered', async () => {
    await shop.tenant(
      `delete from role_field where group_id = $1 and field = 'purchase_price'
        and role_id = (select id from role where group_id = $1 and code = 'buyer') returning field`,
    )
    const buyer = await shop.signIn('buyer')
    const lines = [line(shop.parts.oil, '60'), line(shop.parts.oil, null)]
    const header = { partnerId: shop.supplierId }
    expect(await shop.save(purchaseOrderRoutes, lines, header, buyer)).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.1.price', message: '第2行 请填写进价' }],
    })
  })
})
