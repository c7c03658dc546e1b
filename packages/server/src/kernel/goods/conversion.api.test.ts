// What every pair of documents of which one is made of the other must do, over the registry.
import { chargedFreight } from '@chepu/contract/kernel/amounts'
import { borneBy, type ChargedLine, chargedShare } from '@chepu/contract/kernel/charged-share'
import { add, sub } from '@chepu/contract/kernel/decimal'
import { lineShape } from '@chepu/contract/kernel/goods-document'
import { canBeDrawn, drawSource } from '@chepu/contract/kernel/source-lines'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { listSourceLines } from '@chepu/contract/basics/lookups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, one } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import type { GoodsKind } from './types'
import { boundKinds } from './registry'
import { type Conversion, type Header, kindOf, openConversion, picked, reasons } from './conversion.fixture'

let shop: Conversion['shop']
let place: Conversion['place']
let fullHeader: Conversion['fullHeader']
let fullLines: Conversion['fullLines']
let saved: Conversion['saved']
let approved: Conversion['approved']
let read: Conversion['read']
let stockUp: Conversion['stockUp']
let draw: Conversion['draw']
let made: Conversion['made']
let plainHeader: Conversion['plainHeader']
let converted: Conversion['converted']
let lineIdsOf: Conversion['lineIdsOf']
let drawLines: Conversion['drawLines']
let goods: Conversion['goods']
let withoutSight: Conversion['withoutSight']
beforeAll(async () => {
  ;({
    shop,
    place,
    fullHeader,
    fullLines,
    saved,
    approved,
    read,
    stockUp,
    draw,
    made,
    plainHeader,
    converted,
    lineIdsOf,
    drawLines,
    goods,
    withoutSight,
  } = await openConversion())
})
afterAll(() => shop.close())

/** What belongs to one document alone, and what goods that come back leave behind. */
const ofOneDocument = ['bizDate', 'dueOn', 'waybill', 'packages', 'codAmount', 'validUntil']
const ofTheWayThere = ['orderDiscount', 'freight', 'freightPayer', 'carrierId']

/** Kinds between two places instead of with a partner: what passes between their sides stands in tests of their own. */
const ofPartners = () => boundKinds().filter(({ def }) => !def.hasCounterparty && !('workOrderId' in def.header.shape))
/** Kinds that users enter, of goods at a price: others are made by documents of other kinds, or only rearrange what lies in a warehouse. */
const entered = () =>
  ofPartners().filter(({ def }) => {
    const takesGoods = def.sections.lines.line.safeParse(picked(fullLines()[1] as object, lineShape(def))).success
    return Object.keys(def.actions).length > 0 && takesGoods && !('isKit' in lineShape(def))
  })

describe('every document that is made of another', () => {
  const pairs = () =>
    entered().flatMap((target) => {
      const rule = (target.source?.kinds ?? []).map(
        (kind) => boundKinds().find((each) => each.def.kind === kind) as GoodsKind,
      )
      return [...rule, target].map((source) => ({ source, target }))
    })

  it('is known: each kind copies itself, and what executes or returns names its sources', () => {
    expect(pairs().map(({ source, target }) => `${source.def.kind} > ${target.def.kind}`)).toEqual(
      expect.arrayContaining([
        'purchase_order > goods_receipt',
        'goods_receipt > purchase_return',
        'sales_order > sales_delivery',
        'sales_delivery > sales_return',
        'purchase_order > purchase_order',
      ]),
    )
  })

  it('takes over the whole header and comes to the same total', async () => {
    await stockUp()
    for (const { source, target } of pairs()) {
      const pair = `${source.def.kind} > ${target.def.kind}`
      const isReturn = target !== source && target.source?.counts === 'returned_qty'
      const made = await saved(source, fullHeader(source), fullLines())
      await approved(source, made)
      const from = await read(source, made.id)
      const drawn = await draw(target.def.kind, source.def.kind, made.id)
      const ids = Object.keys(drawn.header).filter((name) => name.endsWith('Id') && drawn.header[name] !== null)
      const nameless = ids.filter((name) => typeof drawn.header[name.replace(/Id$/, 'Name')] !== 'string')
      expect([pair, nameless]).toEqual([pair, []])
      const own = reasons[target.def.kind] ?? '质量问题'
      const taken = await saved(target, { reason: own, ...drawn.header }, drawn.lines)
      const to = await read(target, taken.id)

      const left = isReturn ? [...ofOneDocument, ...ofTheWayThere] : ofOneDocument
      const common = Object.keys(target.def.header.shape).filter(
        (name) => name in source.def.header.shape && !left.includes(name),
      )
      expect([pair, picked(to.header, Object.fromEntries(common.map((name) => [name, true])))]).toEqual([
        pair,
        picked(from.header, Object.fromEntries(common.map((name) => [name, true]))),
      ])
      const charged = isReturn
        ? sub(from.header.totalTaxed as string, chargedFreight(source.def.freightRule, from.header as never))
        : from.header.totalTaxed
      expect([pair, add(to.header.totalTaxed as string, '0')]).toEqual([pair, add(charged as string, '0')])
      expect(drawn.lines.map((line) => line.available)).not.toContain(undefined)
      if (target !== source) await approved(target, taken)
    }
  })
})

describe('what remains of a document for others', () => {
  const shown = async (kind: GoodsKind, id: number) => {
    const { rows } = await shop.owner.call(kind.def.routes.list, { query: { ids: String(id) } })
    const { header } = await read(kind, id)
    expect(header.remainingQty).toBe(rows[0]?.remainingQty)
    return { remainingQty: rows[0]?.remainingQty, canBeDrawn: canBeDrawn(rows[0] ?? {}) }
  }

  it('is told by list and editor of every kind, so that nothing is offered where nothing is left', async () => {
    await stockUp()
    for (const target of ofPartners()) {
      for (const name of target.source?.kinds ?? []) {
        const source = boundKinds().find((each) => each.def.kind === name) as GoodsKind
        const pair = `${name} > ${target.def.kind}`
        const doc = await saved(source, fullHeader(source), fullLines())
        expect([pair, await shown(source, doc.id)]).toEqual([pair, { remainingQty: null, canBeDrawn: false }])
        await approved(source, doc)
        expect([pair, await shown(source, doc.id)]).toEqual([pair, { remainingQty: '9.5000', canBeDrawn: true }])
        for (const [qty, left] of [
          ['1', { remainingQty: '8.5000', canBeDrawn: true }],
          [undefined, { canBeDrawn: false }],
        ] as const) {
          const drawn = await draw(target.def.kind, name, doc.id)
          const lines =
            qty === undefined ? drawn.lines : drawn.lines.slice(0, 1).map((line) => ({ ...line, qty, netAmount: '1' }))
          const header = { reason: reasons[target.def.kind] ?? '质量问题', ...drawn.header, orderDiscount: '0' }
          await approved(target, await saved(target, header, lines))
          expect([pair, await shown(source, doc.id)]).toMatchObject([pair, left])
        }
        expect((await draw(target.def.kind, name, doc.id)).lines).toEqual([])
      }
    }
  })

  it('is nothing of a kind that no other is made of', async () => {
    const made = await saved(kindOf(purchaseReturn), plainHeader(kindOf(purchaseReturn)), [goods('1', '8')])
    expect(await shown(kindOf(purchaseReturn), made.id)).toEqual({ remainingQty: null, canBeDrawn: false })
  })
})

describe('several former documents at once', () => {
  it('agree on what is carried; discounts and freight are added', async () => {
    const common = {
      freight: '3',
      freightPayer: 'partner',
      invoiceKind: 'special',
      settlementMethodId: place.settlementMethodId,
    }
    const one = await made(purchaseOrder, [goods('2', '50')], { ...common, orderDiscount: '4', remark: '急' })
    const other = await made(purchaseOrder, [goods('1', '80')], {
      ...common,
      orderDiscount: '1.5',
      handlerId: place.employeeId,
    })
    const ids = [...(await lineIdsOf(purchaseOrder, one.id)), ...(await lineIdsOf(purchaseOrder, other.id))]
    const { header } = await drawLines(goodsReceipt, purchaseOrder, ids)
    expect(header).toMatchObject({ ...common, freight: '6.00', orderDiscount: '5.50', warehouseId: shop.warehouseId })
    expect(header).not.toHaveProperty('remark')
    expect(header).not.toHaveProperty('handlerId')
  })

  it('are refused when their prices are in another tax mode than the document', async () => {
    const order = await made(purchaseOrder, [goods('2', '50')], { taxIncluded: false })
    const drawn = await draw('goods_receipt', 'purchase_order', order.id)
    expect(drawn.header).toMatchObject({ taxIncluded: false })
    const header = { ...plainHeader(kindOf(goodsReceipt)), taxIncluded: true }
    expect(await shop.save(goodsReceipt.routes, drawn.lines as never, header)).toMatchObject({
      status: 400,
      errors: [
        {
          path: 'lines.0.sourceLineId',
          message: `第1行 来源单据 ${order.billNo} 的单价不含税，本单单价含税，不能引用`,
        },
      ],
    })
  })
})

describe('what the former document leaves open', () => {
  it('comes from the partner, but for the due day that follows when it posts', async () => {
    await shop.sql(
      'update partner set settlement_method_id = $2, credit_days = 20 where group_id = $1 and id = $3 returning id',
      place.settlementMethodId,
      shop.customerId,
    )
    const own = [shop.orgId, shop.customerId, place.employeeId]
    await shop.sql(
      `insert into partner_org (group_id, org_id, partner_id, salesperson_id) values ($1, $2, $3, $4)
        on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id returning partner_id`,
      ...own,
    )
    await made(goodsReceipt, [goods('5', '8')])
    const order = await made(salesOrder, [goods('1', '20')])
    const { header } = await draw('sales_delivery', 'sales_order', order.id)
    expect(header).toMatchObject({
      settlementMethodId: place.settlementMethodId,
      settlementMethodName: '月结',
      salespersonId: place.employeeId,
      salespersonName: '陈若谷',
    })
    await shop.sql(
      'update partner_org set salesperson_id = null where group_id = $1 and org_id = $2 and partner_id = $3 returning partner_id',
      ...own.slice(0, 2),
    )
    expect(header).not.toHaveProperty('dueOn')
    await shop.sql(
      'update partner set settlement_method_id = null, credit_days = 0 where group_id = $1 and id = $2 returning id',
      shop.customerId,
    )
  })

  it('and who left, or a day that is over, is not carried', async () => {
    const gone = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'employee', { org_id: shop.orgId, emp_no: 'W09', name: '离职者' }),
    )
    const order = await made(purchaseOrder, [goods('1', '20')], {
      bizDate: '2026-03-02',
      expectedOn: '2026-03-05',
      handlerId: gone,
      remark: '2026-03-01',
    })
    await shop.sql(`update employee set left_on = '2026-03-31' where group_id = $1 and id = $2 returning id`, gone)
    const { header } = await draw('purchase_order', 'purchase_order', order.id)
    // A remark is no day, whatever it says.
    expect(header).toMatchObject({ handlerId: null, bizDate: shanghaiDay(), remark: '2026-03-01' })
    expect(header).not.toHaveProperty('expectedOn')
  })
})

describe('a copy', () => {
  it('takes typed amounts whole, also of what is executed', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const order = await made(salesOrder, [goods('3', '0', { netAmount: '100' })])
    const delivery = await draw('sales_delivery', 'sales_order', order.id)
    await converted(salesDelivery, { ...delivery, lines: [{ ...delivery.lines[0], qty: '1', netAmount: '33.33' }] })
    const copy = await draw('sales_order', 'sales_order', order.id)
    expect(copy.lines).toMatchObject([{ qty: '3.0000', netAmount: '100.00' }])
  })
})

describe('an auxiliary unit that its part has lost since', () => {
  it('is left behind by drawn and copied lines, whose quantity in base units stays', async () => {
    const boxId = await shop.db.tenant(shop.groupId, async (tx) => {
      const unitId = await one(tx, 'unit', { name: '大箱' })
      await one(tx, 'part_aux_unit', { part_id: shop.parts.pad, unit_id: unitId, factor: '12', used_for: 'purchase' })
      return unitId
    })
    const line = { partId: shop.parts.pad, qty: '24', price: '5', auxUnitId: boxId, auxQty: '2' }
    const order = await made(purchaseOrder, [line])
    const drawn = () => draw('goods_receipt', 'purchase_order', order.id)
    expect((await drawn()).lines).toMatchObject([{ qty: '24.0000', auxUnitId: boxId, auxQty: '2.0000' }])
    await shop.sql('delete from part_aux_unit where group_id = $1 and unit_id = $2 returning unit_id', boxId)
    const without = [{ qty: '24.0000', auxUnitId: null, auxQty: null }]
    const copy = await draw('purchase_order', 'purchase_order', order.id)
    expect(copy.lines).toMatchObject(without)
    await saved(kindOf(purchaseOrder), copy.header, copy.lines)
    const receipt = await drawn()
    expect(receipt.lines).toMatchObject(without)
    await converted(goodsReceipt, receipt)
  })
})

describe('who may draw from what', () => {
  const ask = (client: Client, target: string, source: string) =>
    client.ask(listSourceLines, { params: { target }, query: { source, rows: 5 } })

  it('only from the kinds that the document names, and its own', async () => {
    const title = { target: 'purchase_order', source: 'sales_delivery' }
    expect(await ask(shop.owner, title.target, title.source)).toMatchObject({
      status: 400,
      msg: '采购订单不能引用销售出库单',
    })
    expect(
      await shop.owner.ask(drawSource, {
        params: { target: 'other_in' },
        body: { source: 'sales_order', documentId: 1 },
      }),
    ).toMatchObject({ status: 400 })
    for (const kind of boundKinds()) {
      const allowed = [...(kind.source?.kinds ?? []), kind.def.kind]
      for (const source of boundKinds()) {
        const { status } = await ask(shop.owner, kind.def.kind, source.def.kind)
        expect([kind.def.kind, source.def.kind, status]).toEqual([
          kind.def.kind,
          source.def.kind,
          allowed.includes(source.def.kind) ? 200 : 400,
        ])
      }
    }
  })

  it('only who may open the page of the former documents', async () => {
    for (const role of ['salesperson', 'buyer', 'warehouse_keeper', 'technician']) {
      const client = await shop.signIn(role)
      for (const target of boundKinds()) {
        for (const source of [...(target.source?.kinds ?? []), target.def.kind]) {
          const pages = [target, boundKinds().find((kind) => kind.def.kind === source) as GoodsKind].map(
            (kind) => kind.def,
          )
          const opens = await Promise.all(pages.map((def) => client.ask(def.routes.list, { query: {} })))
          const { status } = await ask(client, target.def.kind, source)
          const mayAll = opens.every((answer) => answer.status === 200)
          expect([role, target.def.kind, source, status]).toEqual([role, target.def.kind, source, mayAll ? 200 : 403])
        }
      }
    }
  })

  it('and no prices for who may not see them', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const order = await made(salesOrder, [goods('2', '30', { discountRate: '0.9' })], {
      orderDiscount: '5',
      freight: '2',
    })
    const blind = await withoutSight('doc_price')
    const drawn = await draw('sales_delivery', 'sales_order', order.id, blind)
    expect(drawn.lines[0]).not.toHaveProperty('price')
    expect(drawn.lines[0]).not.toHaveProperty('drawnDiscount')
    expect(drawn.header).not.toHaveProperty('orderDiscount')
    expect(drawn.header).not.toHaveProperty('freight')
  })

  it('and what he makes of it is what anybody would: agreed is agreed', async () => {
    await stockUp()
    const blind = await withoutSight('purchase_price', 'doc_price')
    const figures = (doc: { header: Header; lines: readonly object[] }) => [
      picked(doc.header, { orderDiscount: 1, freight: 1, totalTax: 1, totalTaxed: 1 }),
      doc.lines.map((line) => picked(line, { price: 1, discountRate: 1, netAmount: 1, taxRate: 1, tax: 1 })),
    ]
    for (const target of ofPartners()) {
      for (const name of target.source?.kinds ?? []) {
        const source = boundKinds().find(({ def }) => def.kind === name) as GoodsKind
        const pair = `${name} > ${target.def.kind}`
        const from = await saved(source, fullHeader(source), fullLines())
        await approved(source, from)
        for (const change of [{}, { qty: '1', netAmount: null }]) {
          const by = async (client: Client) => {
            const drawn = await draw(target.def.kind, name, from.id, client)
            const lines = drawn.lines.map((line) => {
              const { charged } = line as { charged?: ChargedLine }
              const share = charged && 'qty' in change ? { netAmount: chargedShare(charged, '1') } : {}
              return { ...line, price: line.price ?? '', ...change, ...share }
            })
            const discount = drawn.lines.map((line) =>
              borneBy(line.drawnDiscount ?? '0', change.qty ?? line.qty, line.qty),
            )
            const own = drawn.header.orderDiscount === undefined ? {} : { orderDiscount: add('0', ...discount) }
            const header = { reason: '质量问题', ...drawn.header, ...own }
            return read(target, (await saved(target, header, lines, client)).id)
          }
          expect([pair, figures(await by(blind))]).toEqual([pair, figures(await by(shop.owner))])
        }
      }
    }
  })
})
