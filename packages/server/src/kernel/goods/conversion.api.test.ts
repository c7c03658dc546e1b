// What every pair of documents of which one is made of the other must do, over the registry: so long because a new pair is
// tested by all of it, and none escapes.
import { chargedFreight } from '@chepu/contract/kernel/amounts'
import { borneBy, type ChargedLine, chargedShare } from '@chepu/contract/kernel/charged-share'
import { add, sub } from '@chepu/contract/kernel/decimal'
import { canBeDrawn, drawSource } from '@chepu/contract/kernel/source-lines'
import { lineShape } from '@chepu/contract/kernel/goods-document'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { listSourceLines } from '@chepu/contract/basics/lookups'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { passwordInfo } from '@chepu/contract/shell/session'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { type Client, one } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import type { GoodsKind } from './types'
import { boundKinds } from './registry'

type Header = Record<string, unknown>

let shop: Counter
let place: {
  warehouseId: number
  locationId: number
  departmentId: number
  employeeId: number
  settlementMethodId: number
}

beforeAll(async () => {
  shop = await openCounter({ requireConfirmOrder: false })
  place = await shop.db.tenant(shop.groupId, async (tx) => {
    const org = { org_id: shop.orgId }
    const warehouseId = await one(tx, 'warehouse', { ...org, code: 'LT', name: '轮胎仓' })
    const departmentId = await one(tx, 'department', { ...org, name: '外销部' })
    return {
      warehouseId,
      locationId: await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true }),
      departmentId,
      employeeId: await one(tx, 'employee', { ...org, emp_no: 'W01', name: '陈若谷', department_id: departmentId }),
      settlementMethodId: await one(tx, 'settlement_method', { name: '月结', kind: 'monthly', month_day: 25 }),
    }
  })
  await shop.tenant(
    `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
      select distinct u.group_id, u.user_id, w.id, true, true, true, true, true
      from user_warehouse u join warehouse w on w.group_id = u.group_id where w.group_id = $1 and w.id = $2 returning user_id`,
    [place.warehouseId],
  )
  await rightsChanged()
})
afterAll(() => shop.close())

/** Makes everybody's rights be read anew. */
const rightsChanged = () =>
  shop.tenant('update shared.login set access_version = access_version + 1 where group_id = $1 returning id')

const routesOf = (kind: GoodsKind) => kind.def.routes

/** Words that kinds choose from their dictionaries. */
const reasons: Readonly<Record<string, string>> = { other_in: '盘盈外其他', other_out: '报损' }

/** A header with everything that changes what a document comes to or whom it belongs to. */
const fullHeader = ({ def, partnerRole }: GoodsKind): Header => ({
  bizDate: shanghaiDay(),
  partnerId: partnerRole === 2 ? shop.supplierId : shop.customerId,
  warehouseId: place.warehouseId,
  departmentId: place.departmentId,
  handlerId: place.employeeId,
  salespersonId: place.employeeId,
  settlementMethodId: place.settlementMethodId,
  invoiceKind: 'special',
  taxIncluded: false,
  orderDiscount: '10',
  freight: '7.5',
  freightPayer: 'partner',
  carrierId: shop.carrierId,
  address: '江城区长江路8号',
  shipTo: '江城区长江路8号',
  expectedOn: shanghaiDay(),
  deliveryOn: shanghaiDay(),
  allowBackorder: true,
  reason: reasons[def.kind] ?? '质量问题',
  remark: '送到后门',
})

/** A typed amount, a price with four decimals and a discount, and a gift. */
const fullLines = () => [
  { partId: shop.parts.filter, qty: '3', price: '0', netAmount: '100.00', taxRate: '0.13', remark: '原厂' },
  { partId: shop.parts.pad, qty: '4', price: '12.3456', discountRate: '0.95', taxRate: '0.13' },
  { partId: shop.parts.oil, qty: '2.5', price: '1', discountRate: '0', taxRate: '0.13' },
]

const picked = (values: object, shape: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in shape))

async function saved(kind: GoodsKind, header: Header, lines: readonly object[], client: Client = shop.owner) {
  const { def } = kind
  return client.call(routesOf(kind).save, {
    body: {
      header: picked(header, def.header.shape),
      lines: lines.map((line) => picked(line, lineShape(def))),
    } as never,
  })
}

const approved = (kind: GoodsKind, doc: { id: number; version: number }) =>
  shop.owner.call(routesOf(kind).act, { params: { id: doc.id, action: 'approve' }, body: { version: doc.version } })

const read = (kind: GoodsKind, id: number) => shop.owner.call(routesOf(kind).read, { params: { id } })

const stockUp = async () => {
  const lines = Object.values(shop.parts).map((partId) => ({ partId, qty: '100', price: '8' }))
  const header = { bizDate: shanghaiDay(), warehouseId: place.warehouseId, reason: '盘盈外其他' as const }
  const found = await shop.owner.call(otherIn.routes.save, { body: { header, lines } })
  await shop.owner.call(otherIn.routes.act, {
    params: { id: found.id, action: 'approve' },
    body: { version: found.version },
  })
}

const draw = (target: string, source: string, documentId: number, client: Client = shop.owner) =>
  client.call(drawSource, { params: { target }, body: { source, documentId } })

/** What belongs to one document alone, and what goods that come back leave behind. */
const ofOneDocument = ['bizDate', 'dueOn', 'waybill', 'packages', 'codAmount']
const ofTheWayThere = ['orderDiscount', 'freight', 'freightPayer', 'carrierId']

describe('every document that is made of another', () => {
  const pairs = () =>
    boundKinds().flatMap((target) => {
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
    const { rows } = await shop.owner.call(routesOf(kind).list, { query: { ids: String(id) } })
    const { header } = await read(kind, id)
    expect(header.remainingQty).toBe(rows[0]?.remainingQty)
    return { remainingQty: rows[0]?.remainingQty, canBeDrawn: canBeDrawn(rows[0] ?? {}) }
  }

  it('is told by list and editor of every kind, so that nothing is offered where nothing is left', async () => {
    await stockUp()
    for (const target of boundKinds()) {
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

const kindOf = (def: DocumentDef): GoodsKind => boundKinds().find((kind) => kind.def.kind === def.kind) as GoodsKind

/** An approved or posted document of the kind; supplier and warehouse are the shop's. */
async function made(def: DocumentDef, lines: readonly object[], header: Header = {}) {
  const kind = kindOf(def)
  const doc = await saved(kind, { ...plainHeader(kind), ...header }, lines)
  return { ...(await approved(kind, doc)), billNo: doc.billNo }
}

const plainHeader = (kind: GoodsKind): Header => ({
  bizDate: shanghaiDay(),
  partnerId: kind.partnerRole === 2 ? shop.supplierId : shop.customerId,
  warehouseId: shop.warehouseId,
  reason: '质量问题',
})

/** Saves and approves what is drawn, with changes to its lines; answers the header as it then stands. */
async function converted(
  target: DocumentDef,
  drawn: { header: Header; lines: object[] },
  change: { header?: Header; line?: (line: object, at: number) => object } = {},
) {
  const kind = kindOf(target)
  const lines = drawn.lines.map((line, i) => change.line?.(line, i) ?? line)
  const doc = await saved(kind, { reason: '质量问题', ...drawn.header, ...change.header }, lines)
  await approved(kind, doc)
  return { id: doc.id, header: (await read(kind, doc.id)).header }
}

const lineIdsOf = async (def: DocumentDef, id: number) => (await read(kindOf(def), id)).lines.map((line) => line.id)

const drawLines = (target: DocumentDef, source: DocumentDef, lineIds: number[], client: Client = shop.owner) =>
  client.call(drawSource, { params: { target: target.kind }, body: { source: source.kind, lineIds } })

const goods = (qty: string, price: string, more: object = {}) => ({
  partId: shop.parts.filter,
  qty,
  price,
  taxRate: '0.13',
  ...more,
})

describe('an order that is executed in parts', () => {
  it('passes its discount on by the goods drawn, the last one taking the rest, and its freight with the first', async () => {
    const lines = [goods('3', '33.33'), goods('1', '33.33'), goods('1', '33.34')]
    const order = await made(purchaseOrder, lines, { orderDiscount: '10', freight: '5', freightPayer: 'partner' })
    const [first, second, third] = await lineIdsOf(purchaseOrder, order.id)
    const headers: Header[] = []
    const steps: [number[], (line: object) => object][] = [
      // One piece of three: the editor counts the discount by the quantity.
      [[first as number], (line) => ({ ...line, qty: '1' })],
      [[first as number, second as number], (line) => line],
      [[third as number], (line) => line],
    ]
    for (const [ids, line] of steps) {
      const drawn = await drawLines(goodsReceipt, purchaseOrder, ids)
      const typed =
        headers.length === 0 ? { orderDiscount: borneBy(drawn.header.orderDiscount as string, '1', '3') } : {}
      headers.push((await converted(goodsReceipt, drawn, { line, header: typed })).header)
    }
    expect(headers.map((header) => header.orderDiscount)).toEqual(['2.00', '6.00', '2.00'])
    expect(headers.map((header) => header.freight)).toEqual(['5.00', '0.00', '0.00'])
    expect((await read(kindOf(purchaseOrder), order.id)).header.state).toBe('done')
  })

  it('gives what an earlier receipt left out of the discount to the next one, and takes it back with 反审核', async () => {
    const order = await made(purchaseOrder, [goods('4', '25')], { orderDiscount: '10' })
    const half = { line: (line: object) => ({ ...line, qty: '2' }), header: { orderDiscount: '1' } }
    const receipt = await converted(goodsReceipt, await draw('goods_receipt', 'purchase_order', order.id), half)
    expect((await draw('goods_receipt', 'purchase_order', order.id)).header).toMatchObject({ orderDiscount: '9.00' })
    await shop.act(goodsReceipt.routes, { id: receipt.id, version: receipt.header.version }, 'unapprove')
    expect((await draw('goods_receipt', 'purchase_order', order.id)).header).toMatchObject({ orderDiscount: '10.00' })
  })

  it('keeps a typed amount over its parts', async () => {
    const order = await made(purchaseOrder, [goods('3', '0', { netAmount: '100' })])
    const amounts: unknown[] = []
    for (const qty of ['1', '2']) {
      const drawn = await draw('goods_receipt', 'purchase_order', order.id)
      const netAmount = borneBy('100', qty, drawn.lines[0]?.qty ?? '0')
      const line = (each: object) => (qty === '1' ? { ...each, qty, netAmount } : each)
      amounts.push((await converted(goodsReceipt, drawn, { line })).header.totalTaxed)
    }
    expect(amounts).toEqual(['33.33', '66.67'])
  })
})

describe('a saved draft of a part', () => {
  const executing = () =>
    boundKinds().flatMap((target) =>
      target.source?.counts === 'executed_qty'
        ? target.source.kinds.map((name) => ({
            target,
            source: boundKinds().find(({ def }) => def.kind === name) as GoodsKind,
          }))
        : [],
    )
  /** The draft of `qty` of each line with the discount that the editor counts, or one that was typed. */
  const draftOf = async (
    { source, target }: { source: GoodsKind; target: GoodsKind },
    id: number,
    qty: string,
    typed?: string,
  ) => {
    const drawn = await draw(target.def.kind, source.def.kind, id)
    const counted = drawn.lines.map((line) => borneBy(line.drawnDiscount ?? '0', qty, line.qty))
    const lines = drawn.lines.map((line) => ({ ...line, qty }))
    return saved(target, { ...drawn.header, orderDiscount: typed ?? add('0', ...counted) }, lines)
  }
  const drawnOf = async (kind: GoodsKind, { id }: { id: number }) =>
    (await read(kind, id)).lines.map((line) => line.drawn)

  it('still knows what its lines may take of the order discount, in every pair that executes', async () => {
    await made(goodsReceipt, [goods('50', '8')])
    expect(executing().map(({ source, target }) => `${source.def.kind} > ${target.def.kind}`)).toEqual(
      expect.arrayContaining(['purchase_order > goods_receipt', 'sales_order > sales_delivery']),
    )
    for (const pair of executing()) {
      const { source, target } = pair
      const ordered = () => made(source.def, [goods('10', '20')], { orderDiscount: '10' })
      const order = await ordered()
      const draft = await draftOf(pair, order.id, '5')
      expect(await drawnOf(target, draft)).toEqual([{ qty: '10.0000', discount: '10.00' }])
      const other = await draftOf(pair, order.id, '3')
      const typed = await draftOf(pair, order.id, '5', '8')
      expect(await drawnOf(target, typed)).toEqual([undefined])
      await approved(target, other)
      expect(await drawnOf(target, draft)).toEqual([{ qty: '7.0000', discount: '7.00' }])
      expect(await drawnOf(target, other)).toEqual([undefined])
      // Who takes all of the discount leaves none to the others, though they had counted on it.
      const greedy = await ordered()
      const late = await draftOf(pair, greedy.id, '10')
      await approved(target, await draftOf(pair, greedy.id, '4', '10'))
      expect(await drawnOf(target, late)).toEqual([{ qty: '6.0000', discount: '0.00' }])
    }
  })

  it('takes the remainder to the fen when the others are posted', async () => {
    const pair = { source: kindOf(purchaseOrder), target: kindOf(goodsReceipt) }
    const order = await made(purchaseOrder, [goods('3', '20')], { orderDiscount: '10' })
    const drafts = [
      await draftOf(pair, order.id, '1'),
      await draftOf(pair, order.id, '1'),
      await draftOf(pair, order.id, '1'),
    ]
    for (const draft of drafts.slice(1)) await approved(pair.target, draft)
    expect(await drawnOf(pair.target, drafts[0] as Saved)).toEqual([{ qty: '1.0000', discount: '3.34' }])
  })

  it('of several lines says it of each that bears some', async () => {
    const pair = { source: kindOf(purchaseOrder), target: kindOf(goodsReceipt) }
    const order = await made(purchaseOrder, [goods('3', '33.33'), goods('3', '0'), goods('1', '33.34')], {
      orderDiscount: '7',
    })
    const draft = await draftOf(pair, order.id, '1')
    const drawn = await draw('goods_receipt', 'purchase_order', order.id)
    expect(await drawnOf(pair.target, draft)).toEqual(
      drawn.lines.map(({ qty, drawnDiscount }) => drawnDiscount && { qty, discount: drawnDiscount }),
    )
  })

  it('says nothing to who may not see prices', async () => {
    const order = await made(salesOrder, [goods('4', '30')], { orderDiscount: '4' })
    const draft = await draftOf({ source: kindOf(salesOrder), target: kindOf(salesDelivery) }, order.id, '2')
    const blind = await shop.signIn('owner')
    await shop.tenant(
      `insert into user_field (group_id, user_id, org_id, field, is_visible) values ($1, $2, $3, 'doc_price', false) returning user_id`,
      [(await blind.call(passwordInfo)).user.userid, shop.orgId],
    )
    await rightsChanged()
    const { lines } = await blind.call(routesOf(kindOf(salesDelivery)).read, { params: { id: draft.id } })
    expect(lines[0]).not.toHaveProperty('drawn')
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
    await shop.tenant(
      'update partner set settlement_method_id = $2, credit_days = 20 where group_id = $1 and id = $3 returning id',
      [place.settlementMethodId, shop.customerId],
    )
    const own = [shop.orgId, shop.customerId, place.employeeId]
    await shop.tenant(
      `insert into partner_org (group_id, org_id, partner_id, salesperson_id) values ($1, $2, $3, $4)
        on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id returning partner_id`,
      own,
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
    await shop.tenant(
      'update partner_org set salesperson_id = null where group_id = $1 and org_id = $2 and partner_id = $3 returning partner_id',
      own.slice(0, 2),
    )
    expect(header).not.toHaveProperty('dueOn')
    await shop.tenant(
      'update partner set settlement_method_id = null, credit_days = 0 where group_id = $1 and id = $2 returning id',
      [shop.customerId],
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
    await shop.tenant(`update employee set left_on = '2026-03-31' where group_id = $1 and id = $2 returning id`, [gone])
    const { header } = await draw('purchase_order', 'purchase_order', order.id)
    // A remark is no day, whatever it says.
    expect(header).toMatchObject({ handlerId: null, bizDate: shanghaiDay(), remark: '2026-03-01' })
    expect(header).not.toHaveProperty('expectedOn')
  })
})

describe('returns of what was charged', () => {
  const back = (target: DocumentDef, drawn: { header: Header; lines: object[] }, change = {}) =>
    converted(target, drawn, change)

  it('of a discounted sale credit what the customer paid, and nothing is owed afterwards', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const before = await shop.balance(shop.customerId, 'AR')
    const sale = await made(salesDelivery, [goods('2', '100')], {
      orderDiscount: '40',
      freight: '12',
      freightPayer: 'partner',
    })
    const drawn = await draw('sales_return', 'sales_delivery', sale.id)
    expect(drawn.lines).toMatchObject([{ price: '80.0000', discountRate: '1', netAmount: '160.00' }])
    expect(drawn.header).not.toHaveProperty('orderDiscount')
    expect((await back(salesReturn, drawn)).header).toMatchObject({ totalTaxed: '160.00', orderDiscount: '0.00' })
    // The freight that he was charged stays.
    expect(sub(await shop.balance(shop.customerId, 'AR'), before)).toBe('12')
  })

  it('bear the freight of the way back beside the goods, whatever the way there was charged', async () => {
    await stockUp()
    const returns = boundKinds().filter(({ source }) => source?.counts === 'returned_qty')
    expect(returns.map(({ def }) => def.kind).sort()).toEqual(['purchase_return', 'sales_return'])
    for (const target of returns) {
      const source = boundKinds().find(({ def }) => def.kind === target.source?.kinds[0]) as GoodsKind
      for (const charged of ['0', '12']) {
        const former = await saved(source, { ...fullHeader(source), carrierId: null, freight: charged }, [
          goods('2', '100'),
        ])
        await approved(source, former)
        const drawn = await draw(target.def.kind, source.def.kind, former.id)
        expect([target.def.kind, drawn.header]).toEqual([
          target.def.kind,
          expect.not.objectContaining({ freight: charged }),
        ])
        for (const freightPayer of ['us', 'partner']) {
          const way = { freight: '30', freightPayer }
          const line = (each: object) => ({
            ...each,
            qty: '1',
            netAmount: chargedShare((each as { charged: ChargedLine }).charged, '1'),
          })
          const { header } = await back(target.def, await draw(target.def.kind, source.def.kind, former.id), {
            header: way,
            line,
          })
          const credited = chargedFreight(target.def.freightRule, { freight: '30', freightPayer })
          expect([target.def.kind, header]).toMatchObject([target.def.kind, { chargedFreight: `${credited}.00` }])
        }
      }
    }
  })

  it('of a discounted purchase bring the supplier’s bill to nothing and book no variance', async () => {
    const before = await shop.balance(shop.supplierId, 'AP')
    const receipt = await made(goodsReceipt, [{ ...goods('2', '100'), partId: await shop.stocked('0') }], {
      orderDiscount: '40',
    })
    const returned = await back(purchaseReturn, await draw('purchase_return', 'goods_receipt', receipt.id))
    expect(returned.header).toMatchObject({ totalTaxed: '160.00' })
    expect(await shop.balance(shop.supplierId, 'AP')).toBe(before)
    expect(await shop.pnl('purchase_return', returned.id)).toEqual({})
  })

  it('give 3 for 100.00 back to the fen in three single returns', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const sale = await made(salesDelivery, [goods('3', '0', { netAmount: '100' })])
    const credits: unknown[] = []
    for (const qty of ['1', '1', '1']) {
      const drawn = await draw('sales_return', 'sales_delivery', sale.id)
      const line = (each: object) => ({
        ...each,
        qty,
        netAmount: chargedShare((each as { charged: ChargedLine }).charged, qty),
      })
      credits.push((await back(salesReturn, drawn, { line })).header.totalTaxed)
    }
    expect(credits).toEqual(['33.33', '33.34', '33.33'])
  })

  it('never credit more than was charged, at saving and at posting; less is allowed', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const sale = await made(salesDelivery, [goods('2', '100')], { orderDiscount: '40' })
    const drawn = await draw('sales_return', 'sales_delivery', sale.id)
    const kind = kindOf(salesReturn)
    const returning = (netAmount: string, qty = '1') =>
      saved(kind, drawn.header, [{ ...drawn.lines[0], qty, netAmount }])
    await expect(returning('80.01')).rejects.toThrow('第1行 [04152-YZZA1] 最多可退 80.00 元，本次 80.01')
    const early = await returning('80')
    const later = await returning('80')
    const whole = await returning('160', '2')
    await approved(kind, early)
    await expect(approved(kind, whole)).rejects.toThrow('剩余数量 1，本次 2')
    await shop.act(salesReturn.routes, later, 'void')
    await approved(kind, await returning('10'))
  })

  it('go back at the tax rate of the former line, since another one would credit more', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const sale = await made(salesDelivery, [goods('1', '100', { taxRate: '0' })], { taxIncluded: false })
    const drawn = await draw('sales_return', 'sales_delivery', sale.id)
    const line = (taxRate: string) => [{ ...drawn.lines[0], taxRate }]
    await expect(saved(kindOf(salesReturn), drawn.header, line('0.13'))).rejects.toThrow(
      /^POST .*第1行 \[04152-YZZA1\] 税率须与来源单据 CK\w+ 相同，为0%/,
    )
    await saved(kindOf(salesReturn), drawn.header, line('0.0000'))
  })
})

describe('tax of what comes back', () => {
  /** A posted sale of 3 pieces at 0.33, of which each piece alone would be taxed 0.04. */
  const sold = async (taxIncluded: boolean) => {
    await made(goodsReceipt, [goods('5', '8')])
    return made(salesDelivery, [goods('3', '0.33')], { taxIncluded })
  }
  const drawnOf = (sale: { id: number }) => draw('sales_return', 'sales_delivery', sale.id)
  /** One piece of a drawn line, credited as the editor proposes it. */
  const piece = (line: object) => ({
    ...line,
    qty: '1',
    netAmount: chargedShare((line as { charged: ChargedLine }).charged, '1'),
  })
  const onePiece = async (sale: { id: number }) => converted(salesReturn, await drawnOf(sale), { line: piece })
  const owed = () => shop.balance(shop.customerId, 'AR')
  const revenueOf = async (id: number, kind: string) => (await shop.pnl(kind, id)).revenue_part as string

  it('adds up to the tax that was charged, piece by piece and in either tax mode', async () => {
    for (const [taxIncluded, tax, taxed] of [
      [false, ['0.04', '0.05', '0.04'], ['0.37', '0.38', '0.37']],
      [true, ['0.04', '0.03', '0.04'], ['0.33', '0.33', '0.33']],
    ] as const) {
      const before = await owed()
      const sale = await sold(taxIncluded)
      const returns = [await onePiece(sale), await onePiece(sale), await onePiece(sale)]
      expect(returns.map(({ header }) => header.totalTax)).toEqual(tax)
      expect(returns.map(({ header }) => header.totalTaxed)).toEqual(taxed)
      expect(await owed()).toBe(before)
      const back = await Promise.all(returns.map(({ id }) => revenueOf(id, 'sales_return')))
      expect(add(await revenueOf(sale.id, 'sales_delivery'), ...back)).toBe('0')
    }
  })

  it('adds up over several lines of one return on one former line', async () => {
    const before = await owed()
    const drawn = await drawnOf(await sold(false))
    const [line] = drawn.lines as [object]
    const { header } = await converted(salesReturn, { ...drawn, lines: [piece(line), piece(line), piece(line)] })
    expect(header).toMatchObject({ totalUntaxed: '0.99', totalTax: '0.13', totalTaxed: '1.12' })
    expect(await owed()).toBe(before)
  })

  it('follows what was posted since, when the return posts and again after 反审核', async () => {
    const before = await owed()
    const sale = await sold(false)
    const kind = kindOf(salesReturn)
    const drawn = await drawnOf(sale)
    const drafts = await Promise.all([1, 2, 3].map(() => saved(kind, drawn.header, drawn.lines.map(piece))))
    for (const draft of drafts) await approved(kind, draft)
    const taxes = async () =>
      Promise.all(drafts.map(async ({ id }) => (await read(kind, id)).header.totalTax as string))
    expect(await taxes()).toEqual(['0.04', '0.05', '0.04'])
    expect(await owed()).toBe(before)
    const [second, third] = drafts.slice(1) as [(typeof drafts)[0], (typeof drafts)[0]]
    for (const { id } of [third, second]) {
      const { header } = await read(kind, id)
      expect(await shop.act(salesReturn.routes, { id, version: header.version }, 'unapprove')).toMatchObject({
        status: 200,
      })
    }
    for (const { id } of [third, second]) await approved(kind, { id, version: (await read(kind, id)).header.version })
    expect(add(...(await taxes()))).toBe('0.13')
    expect(await owed()).toBe(before)
    const red = await shop.act(
      salesReturn.routes,
      { id: second.id, version: (await read(kind, second.id)).header.version },
      'reverse',
    )
    expect(red).toMatchObject({ status: 200 })
    await onePiece(sale)
    expect(await owed()).toBe(before)
  })

  it('follows a smaller credit, and the rest goes back with what is credited later', async () => {
    const before = await owed()
    const sale = await sold(false)
    const less = await converted(salesReturn, await drawnOf(sale), {
      line: (line) => ({ ...line, qty: '2', netAmount: '0.10' }),
    })
    expect(less.header).toMatchObject({ totalTax: '0.01', totalTaxed: '0.11' })
    const rest = await onePiece(sale)
    expect(rest.header).toMatchObject({ totalTax: '0.12', totalTaxed: '1.01' })
    expect(await owed()).toBe(before)
  })

  it('is that of the credit when the return has an order discount of its own', async () => {
    const before = await owed()
    const sale = await sold(false)
    const withheld = await converted(salesReturn, await drawnOf(sale), { header: { orderDiscount: '0.12' } })
    expect(withheld.header).toMatchObject({ totalTaxed: '1.00', totalTax: '0.12', totalUntaxed: '0.88' })
    expect(sub(await owed(), before)).toBe('0.12')
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
    await shop.tenant('delete from part_aux_unit where group_id = $1 and unit_id = $2 returning unit_id', [boxId])
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
    const blind = await shop.signIn('owner')
    await shop.tenant(
      `insert into user_field (group_id, user_id, org_id, field, is_visible) values ($1, $2, $3, 'doc_price', false) returning user_id`,
      [(await blind.call(passwordInfo)).user.userid, shop.orgId],
    )
    await rightsChanged()
    const drawn = await draw('sales_delivery', 'sales_order', order.id, blind)
    expect(drawn.lines[0]).not.toHaveProperty('price')
    expect(drawn.lines[0]).not.toHaveProperty('drawnDiscount')
    expect(drawn.header).not.toHaveProperty('orderDiscount')
    expect(drawn.header).not.toHaveProperty('freight')
  })

  it('and what he makes of it is what anybody would: agreed is agreed', async () => {
    await stockUp()
    const blind = await shop.signIn('owner')
    await shop.tenant(
      `insert into user_field (group_id, user_id, org_id, field, is_visible)
        select $1, $2, $3, f, false from unnest(array['purchase_price', 'doc_price']) as f returning user_id`,
      [(await blind.call(passwordInfo)).user.userid, shop.orgId],
    )
    await rightsChanged()
    const figures = (doc: { header: Header; lines: readonly object[] }) => [
      picked(doc.header, { orderDiscount: 1, freight: 1, totalTax: 1, totalTaxed: 1 }),
      doc.lines.map((line) => picked(line, { price: 1, discountRate: 1, netAmount: 1, taxRate: 1, tax: 1 })),
    ]
    for (const target of boundKinds()) {
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

describe('discounts beyond the caller’s own authority', () => {
  it('pass when the former document grants them, and not beyond', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const manager = await shop.signIn('manager')
    const order = await made(salesOrder, [goods('2', '1000', { discountRate: '0.5' })], { orderDiscount: '250' })
    const drawn = await draw('sales_delivery', 'sales_order', order.id, manager)
    const kind = kindOf(salesDelivery)
    expect(await saved(kind, drawn.header, drawn.lines, manager)).toMatchObject({ state: 'draft' })
    await expect(saved(kind, { ...drawn.header, orderDiscount: '250.01' }, drawn.lines, manager)).rejects.toThrow(
      '最多250元',
    )
    const cheaper = drawn.lines.map((line) => ({ ...line, discountRate: '0.4' }))
    await expect(saved(kind, drawn.header, cheaper, manager)).rejects.toThrow('折扣超出您的权限')
  })
})
