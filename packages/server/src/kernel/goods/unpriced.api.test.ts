import { lineShape, pricesMayWait } from '@chepu/contract/kernel/goods-document'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { orderLines } from '@chepu/contract/purchasing/order-query'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { passwordInfo } from '@chepu/contract/shell/session'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import type { Client } from '../../../test/shop'
import { boundKinds } from './registry'

let shop: Counter

beforeAll(async () => {
  shop = await openCounter({ requireConfirmOrder: false })
  await shop.buy(shop.parts.filter, '50', '8')
  await shop.buy(shop.parts.pad, '50', '8')
  await shop.buy(shop.parts.oil, '50', '8')
})
afterAll(() => shop.close())

/** The kinds whose price may be left open: those of purchase and sales. */
const pricedKinds = () => boundKinds().filter(({ def }) => pricesMayWait(def))

const headerOf = (kind: ReturnType<typeof boundKinds>[number]) => ({
  partnerId: kind.partnerRole === 2 ? shop.supplierId : shop.customerId,
  supplierId: shop.supplierId,
  reason: '质量问题',
})
const line = (partId: number, price: string | null, more: object = {}) =>
  ({ partId, qty: '2', price, taxRate: '0.13', purchasePrice: '1', ...more }) as never

describe('a draft that waits for prices', () => {
  it('is saved in every kind of purchase and sales, and leaves the draft only with all its prices', async () => {
    const kinds = pricedKinds()
    expect(kinds.map(({ def }) => def.kind).sort()).toEqual([
      'direct_trade',
      'goods_receipt',
      'purchase_order',
      'purchase_return',
      'sales_delivery',
      'sales_order',
      'sales_quotation',
      'sales_return',
    ])
    for (const kind of kinds) {
      const { def } = kind
      const { routes } = def
      const title = (lineShape(def)['price'] as z.ZodType).meta()?.['title'] as string
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

      const copy = await shop.owner.call(drawSource, {
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

  it('keeps a discount and cash on delivery that the open price may bear, and measures them when all prices are there', async () => {
    const terms = {
      orderDiscount: '10',
      codAmount: '100',
      carrierId: shop.carrierId,
      freight: '6',
      freightPayer: 'partner',
    }
    const lines = [line(shop.parts.oil, null), line(shop.parts.filter, '0')]
    const saved = await shop.save(salesDelivery.routes, lines, terms)
    expect(saved).toMatchObject({ status: 200, msg: 'ok' })
    const { header } = await shop.read(salesDelivery.routes, saved.data.id)
    // The discount has nothing to be taken off beside the gift.
    expect(header).toMatchObject({ orderDiscount: '10.00', codAmount: '100.00', totalTaxed: '6.00', totalTax: '0.00' })
    for (const action of ['submit', 'approve'])
      expect(await shop.act(salesDelivery.routes, saved.data, action)).toMatchObject({ status: 400 })
    const again = (price: string) =>
      shop.owner.ask(salesDelivery.routes.save, {
        body: { ...saved.data, header, lines: [line(shop.parts.oil, price)] } as never,
      })
    expect((await again('4')).msg).toBe('整单优惠 10.00 不能超过明细价税合计 8.00（不含运费）')
    expect((await again('50')).errors).toEqual([
      { path: 'header.codAmount', message: '代收货款不能大于单据金额 96.00' },
    ])
    await shop.assertBooks()
    expect(await again('60')).toMatchObject({ status: 200 })
  })

  it('shows no price among the lines of orders, and a line without one lowers no average', async () => {
    const lines = [line(shop.parts.oil, null), line(shop.parts.oil, '60')]
    const saved = await shop.save(purchaseOrder.routes, lines, { partnerId: shop.supplierId })
    const query = { billNo: saved.data.billNo, state: 'draft' }
    const { rows } = await shop.owner.call(orderLines.list, { query })
    expect(rows.map(({ taxedPrice, taxed }) => [taxedPrice, taxed])).toEqual([
      [null, null],
      ['60.0000', '120.00'],
    ])
  })

  it('has no amount in its list and its head until there is a price; sums count it as nothing', async () => {
    for (const kind of pricedKinds()) {
      const { def } = kind
      const { routes } = def
      const begun = (await shop.save(routes, [line(shop.parts.pad, null), line(shop.parts.oil, '')], headerOf(kind)))
        .data
      const gift = (await shop.save(routes, [line(shop.parts.pad, null), line(shop.parts.oil, '0')], headerOf(kind)))
        .data
      const query = { ids: `${begun.id},${gift.id}` }
      const { rows } = await shop.owner.call(routes.list, { query })
      const totals = new Map(rows.map((row) => [row.id, [row.totalUntaxed, row.totalTax, row.totalTaxed]]))
      expect([def.kind, totals.get(begun.id), totals.get(gift.id)]).toEqual([
        def.kind,
        [null, null, null],
        ['0.00', '0.00', '0.00'],
      ])
      const { waiting } = await shop.owner.call(routes.totals, { query })
      expect(waiting).toMatchObject({ count: 2, sums: { totalTaxed: '0.00', totalQty: '8.0000' } })
      const { header } = await shop.read(routes, begun.id)
      expect([header.totalAmount, header.totalUntaxed, header.totalTax, header.totalTaxed]).toEqual([
        null,
        null,
        null,
        null,
      ])
    }
  })

  it('may be begun by who does not see prices; what another has entered stays when he changes something else', async () => {
    const blind = await shop.signIn('owner')
    await hidePrices(blind)
    for (const kind of pricedKinds()) {
      const { def } = kind
      const { routes } = def
      const begun = await shop.save(routes, [line(shop.parts.pad, '')], headerOf(kind), blind)
      expect([def.kind, begun]).toMatchObject([def.kind, { status: 200 }])
      expect((await shop.read(routes, begun.data.id)).lines).toMatchObject([{ price: null, netAmount: null }])

      const { carrierId } = shop
      const money = {
        orderDiscount: '5',
        freight: '3',
        freightPayer: 'partner',
        carrierId,
        codAmount: '9',
        deposit: '8',
      }
      const lines = [
        line(shop.parts.filter, '100', { discountRate: '0.9' }),
        line(shop.parts.pad, null, { qty: '4', netAmount: '50' }),
        line(shop.parts.pad, '7'),
        line(shop.parts.oil, null),
      ]
      const ready = await shop.save(routes, lines, { ...headerOf(kind), ...picked(money, def.header.shape) })
      expect([def.kind, ready]).toMatchObject([def.kind, { status: 200 }])
      const saved = ready.data
      const before = await shop.read(routes, saved.id)
      const shown = await blind.call(routes.read, { params: { id: saved.id } })
      expect(shown.lines[0]).not.toHaveProperty('price')
      // What an editor sends that was shown no prices: there is one more cheap pad, one line stands elsewhere, one is new.
      const [filter, pad, cheap, oil] = shown.lines.map((each) => ({ ...picked(each, lineShape(def)), price: '' }))
      // Of one asked item one line is chosen.
      const ofItsOwn = picked({ groupNo: null }, lineShape(def))
      const body = {
        id: saved.id,
        version: saved.version,
        header: { ...picked(shown.header, def.header.shape), remark: '放后门' },
        lines: [{ ...cheap, qty: '3' }, filter, pad, oil, { ...filter, ...ofItsOwn, remark: '多要一个' }],
      }
      const again = await blind.ask(routes.save, { body: body as never })
      expect([def.kind, again]).toMatchObject([def.kind, { status: 200 }])
      const after = await shop.read(routes, saved.id)
      expect([def.kind, after.header]).toMatchObject([
        def.kind,
        { ...picked(before.header, picked(money, def.header.shape)), remark: '放后门' },
      ])
      expect([def.kind, after.lines.map(figuresOf)]).toEqual([
        def.kind,
        [
          ['7.0000', '1.0000', '0.1300', '21.00'],
          ['100.0000', '0.9000', '0.1300', '180.00'],
          ['12.5000', '1.0000', '0.1300', '50.00'],
          [null, '1.0000', '0.1300', null],
          [null, '1.0000', '0.0000', null],
        ],
      ])
      // What he types is his own.
      const typed = { ...body, version: again.data.version, lines: [{ ...filter, price: '60' }, pad, oil] }
      expect((await blind.ask(routes.save, { body: typed as never })).status).toBe(200)
      const [first] = (await shop.read(routes, saved.id)).lines
      expect([def.kind, first?.price]).toEqual([def.kind, '60.0000'])
    }
  })
})

const picked = (values: object, shape: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in shape))
const figuresOf = (each: { [name: string]: unknown }) =>
  ['price', 'discountRate', 'taxRate', 'netAmount'].map((name) => each[name])

/** Hides every price from a user, and none of the costs. */
async function hidePrices(client: Client): Promise<void> {
  await shop.sql(
    `insert into user_field (group_id, user_id, org_id, field, is_visible)
      select $1, $2, $3, f, false from unnest(array['purchase_price', 'doc_price']) as f returning user_id`,
    (await client.call(passwordInfo)).user.userid,
    shop.orgId,
  )
  await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1 returning id')
}
