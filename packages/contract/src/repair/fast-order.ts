// 快修快保 and 维修商品销售: an order that is written, done and settled on one page (business/fast-counter).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { shownWith } from '../cards/words'
import { cardsOnSlip } from './on-slip'
import { sectionBody } from '../kernel/document'
import { dateRange } from '../kernel/list-query'
import { oneOf } from '../kernel/labelled'
import { defineQuery, type QueryRow } from '../kernel/query'
import { reference } from '../kernel/references'
import { idParam, maxLinesBody, route } from '../kernel/route'
import { addressedId, amount, day, id, miles, mobileOrNone, qty, text, text255 } from '../kernel/scalars'
import { technicianRows } from './dispatch'
import { orderSections } from './lines'
import { couponNos, settleInput, usableCard, usableCoupon, usableItem } from './settlement'
import { workOrder } from './work-order'

/** The two counters: work with its material, or goods alone. */
export const counterKinds = { fast: '快修', goods: '商品' } as const
export type CounterKind = keyof typeof counterKinds
const counterKind = oneOf(counterKinds).meta({ title: '类型' })

/** The permission group of each counter. */
export const counterGroups = { fast: 'fast_repair', goods: 'goods_trade' } as const satisfies Record<
  CounterKind,
  string
>
const groups = Object.values(counterGroups)
const pages = groups.map(pageOf)
const either = (action: string) => groups.map((group) => button(group, action))

/** What of a line the counter takes; its customer pays, and nobody is asked about anything else. */
const labourLine = orderSections.labour.line.omit({
  payer: true,
  payerPartnerId: true,
  payerDepartmentId: true,
  assessedAmount: true,
  reworkOfLineId: true,
  sourceLineId: true,
})
const materialLine = orderSections.materials.line.omit({
  payer: true,
  payerPartnerId: true,
  payerDepartmentId: true,
  assessedAmount: true,
  sourceLineId: true,
})

const header = z.object({
  /** The day of the bill; today unless an earlier one is said, as far back as the organisation lets days be entered. */
  bizDate: day.optional().meta({ title: '业务日期' }),
  partnerId: id.meta({ title: '客户' }),
  /** Goods are sold to customers without a car, too. */
  vehicleId: id.nullable().default(null).meta({ title: '车辆' }),
  warehouseId: reference('warehouse').meta({ title: '领料仓库' }),
  salespersonId: reference('employee').nullable().default(null).meta({ title: '销售人' }),
  contactName: text(20).default('').meta({ title: '联系人' }),
  contactMobile: mobileOrNone.meta({ title: '联系电话' }),
  mileage: miles.nullable().default(null).meta({ title: '里程' }),
  remark: text255.default('').meta({ title: '备注' }),
})

const order = z.object({
  /** Of one that was put on hold: its id, and the version that was read. */
  id: id.optional(),
  version: z.number().int().optional(),
  kind: counterKind,
  /** As a work order takes it: the whole plate or VIN of a car whose owner the caller does not see. */
  car: text(20).optional().describe('车牌或VIN，须完整；所填车辆的车主不在可见范围、本店也没有它的单据时必填'),
  /** The whole number of a card of the customer's, which was typed or scanned: he may be served whoever sees him. */
  cardNo: text(30).optional().describe('整个卡号，刷卡或输入；客户不在可见范围、又没有车辆时必填'),
  header,
  labour: sectionBody({ ...orderSections.labour, line: labourLine }).default([]),
  materials: sectionBody({ ...orderSections.materials, line: materialLine }).default([]),
})
export type FastOrderBody = z.output<typeof order>

/** So many times of what is left of a package cover a line, which is named by its place: it has no id before the save (business/cards 5). */
const placedUse = z.object({
  section: oneOf({ labour: '项目', materials: '商品' }).meta({ title: '明细类别' }),
  /** From 0 on, within its table. */
  line: z.number().int().min(0).max(999).meta({ title: '明细行' }),
  cardItemId: id.meta({ title: '卡内套餐' }),
  times: qty.meta({ title: '次数' }),
})
export type PlacedUse = z.output<typeof placedUse>

const settleBody = order.extend({
  labour: sectionBody({
    ...orderSections.labour,
    /** Who does this line; left out or empty it is those of the order. */
    line: labourLine.extend({ technicians: technicianRows.optional() }),
  }).default([]),
  /** Who does all of its work; nobody need be named. */
  technicians: technicianRows.default([]),
  orderDiscount: amount.default('0').meta({ title: '整单优惠' }),
  packageUses: z.array(placedUse).max(300).default([]).meta({ title: '套餐抵扣' }),
  couponNos,
  /** How it is paid; the rest stays on credit. */
  payment: settleInput.default({ cards: [], tenders: [], advance: '0' }),
})
export type FastSettleBody = z.output<typeof settleBody>

const figure = z.string()
const saved = z.object({ id, billNo: z.string(), version: z.number().int() })

/** What one save has made. */
const bill = z.object({
  orderId: id,
  orderNo: z.string(),
  settlementId: id,
  settlementNo: z.string(),
  /** Nothing where no goods leave the stock. */
  pickingNo: z.string().nullable(),
  /** Yuan, 2 decimals; absent without the field permission 单据价格与金额. */
  customerDue: figure.optional(),
  received: figure.optional(),
})
export type FastBill = z.output<typeof bill>

/** Of an item the brand is empty. */
const tile = z.object({ id, code: z.string(), name: z.string(), brandName: z.string(), times: z.number().int() })
export type FavouriteTile = z.output<typeof tile>

/** What a counter begins with. */
const desk = z.object({
  /** The customer without a name (散客), where the group has one. */
  walkIn: z.object({ id, name: z.string() }).nullable(),
  /** Out of which goods leave unless another is chosen. */
  warehouseId: id.nullable(),
  /** What is taken most here in 90 days, the most frequent first. */
  items: z.array(tile),
  parts: z.array(tile),
})
export type FastDesk = z.output<typeof desk>

const visit = z.object({
  bizDate: z.string(),
  billNo: z.string(),
  mileage: z.string().nullable(),
  /** What was done then, in words. */
  names: z.string(),
})

/** What matters of who stands at the counter. */
const known = z.object({
  /** The latest settled order of the car here, else of the customer. */
  lastVisit: visit.nullable(),
  /** Yuan; absent for who may not see balances. */
  openAmount: figure.optional(),
  advance: figure.optional(),
  /** Cards that may pay here, and what of a price they leave; null without such a card. */
  cards: z.array(usableCard),
  rates: z.object({ labour: figure.nullable(), part: figure.nullable() }),
  /** What is left of packages on these cards and good for the car today, and the customer's own coupons, before anything is said of lines. */
  packageItems: z.array(usableItem),
  coupons: z.array(usableCoupon),
  /** Orders of this customer that are on hold. */
  held: z.number().int(),
})
export type CounterKnown = z.output<typeof known>

const held = z.object({
  id,
  billNo: z.string(),
  version: z.number().int(),
  plate: z.string(),
  partnerName: z.string(),
  names: z.string(),
  lineCount: z.number().int(),
  totalAmount: figure.optional(),
  creatorName: z.string(),
  createdAt: z.string(),
})
export type HeldOrder = z.output<typeof held>

/** Quantity × price × discount is the amount, with tax all of them: of labour that is priced by its hours the quantity is its hours. */
const slipLine = z.object({
  name: z.string(),
  qty: z.string(),
  unitName: z.string(),
  price: z.string().nullable(),
  /** What the discount leaves of the price, that of a member's card included; 4 decimals. */
  discountRate: z.string(),
  amount: figure,
})

/** The receipt of a settled order; who may not see prices prints none. */
const slip = z.object({
  settlementNo: z.string(),
  orderNo: z.string(),
  settledAt: z.string(),
  partnerName: z.string(),
  plate: z.string(),
  mileage: z.string().nullable(),
  cashierName: z.string(),
  salespersonName: z.string(),
  technicians: z.string(),
  lines: z.array(slipLine),
  total: figure,
  orderDiscount: figure,
  customerDue: figure,
  received: figure,
  onCredit: figure,
  tenders: z.array(z.object({ name: z.string(), amount: figure })),
  /** What packages and coupons paid. */
  packaged: figure,
  couponAmount: figure,
  /** What cards paid, with what was left on them. */
  onCards: cardsOnSlip,
  /** Whose page a code on it may lead to. */
  partnerId: id,
  remark: z.string(),
  /** How often it was printed so far. */
  printCount: z.number().int(),
})
export type FastSlip = z.output<typeof slip>

const path = '/api/web/fast-order'
const versioned = z.object({ version: z.number().int() })

/** The calls of both counters. Which rights a call asks for follows from the kind of the order. */
export const fastOrder = {
  desk: route({
    method: 'GET',
    path: `${path}/desk`,
    access: pages,
    summary: '快修柜台准备',
    query: z.object({ orderKind: counterKind }),
    data: desk,
  }),
  known: route({
    method: 'GET',
    path: `${path}/known`,
    access: pages,
    summary: '到店客户概况',
    query: z.object({ partnerId: addressedId, vehicleId: addressedId.optional(), ...shownWith }),
    data: known,
  }),
  /** What a coupon is that somebody brings, by its number, and why it is not good for the customer here today. */
  coupon: route({
    method: 'POST',
    path: `${path}/coupon`,
    access: pages,
    summary: '快修查代金券',
    body: z.object({
      partnerId: id.meta({ title: '客户' }),
      couponNo: text(20).min(1, '请输入券号').meta({ title: '代金券号' }),
    }),
    data: usableCoupon,
  }),
  settle: route({
    method: 'POST',
    path: `${path}/settle`,
    access: either('settle'),
    summary: '快修结算收款',
    body: settleBody,
    maxBody: maxLinesBody,
    data: bill,
  }),
  hold: route({
    method: 'POST',
    path: `${path}/hold`,
    access: [button('fast_repair', 'hold'), button('goods_trade', 'add')],
    summary: '快修挂单',
    body: order,
    maxBody: maxLinesBody,
    data: saved,
  }),
  held: route({
    method: 'GET',
    path: `${path}/held`,
    access: pages,
    summary: '快修挂单列表',
    query: z.object({ orderKind: counterKind }),
    data: z.object({ rows: z.array(held) }),
  }),
  take: route({
    method: 'GET',
    path: `${path}/held/:id`,
    access: pages,
    summary: '快修取单',
    params: idParam,
    data: workOrder.routes.read.data,
  }),
  toNormal: route({
    method: 'POST',
    path: `${path}/held/:id/normal`,
    access: either('add'),
    summary: '快修转普通工单',
    params: idParam,
    body: versioned,
    data: saved,
  }),
  cancel: route({
    method: 'POST',
    path: `${path}/held/:id/cancel`,
    access: [button('fast_repair', 'hold'), button('goods_trade', 'add')],
    summary: '快修挂单取消',
    params: idParam,
    body: versioned.extend({ reason: text255.min(1, '请填写取消原因').meta({ title: '取消原因' }) }),
    data: saved,
  }),
  undo: route({
    method: 'POST',
    path: `${path}/:id/undo`,
    access: button('repair_settlement', 'unsettle'),
    summary: '快修整单撤销',
    params: idParam,
    body: z.object({ reason: text255.min(1, '请填写撤销原因').meta({ title: '撤销原因' }) }),
    data: saved,
  }),
  slip: route({
    method: 'GET',
    path: `${path}/:id/slip`,
    access: pages,
    summary: '快修小票',
    params: idParam,
    data: slip,
  }),
  print: route({
    method: 'POST',
    path: `${path}/:id/slip`,
    access: pages,
    summary: '打印快修小票',
    params: idParam,
    data: z.object({ printCount: z.number().int() }),
  }),
}

const goodsStates = {
  estimating: '已挂单',
  settled: '已结算',
  delivered: '已结算',
  refunded: '已退货',
  cancelled: '已取消',
  completed: '待结算',
  waiting_check: '待结算',
  confirmed: '待结算',
} as const

/** What of 维修商品销售 its sums count; what is cancelled counts nowhere, and all else waits. */
export const soldStates: readonly string[] = ['settled', 'delivered', 'refunded'] satisfies (keyof typeof goodsStates)[]

/** 维修商品销售: goods that were sold at the counter, an order a row. */
export const goodsTrades = defineQuery({
  key: 'goods_trades',
  title: '维修商品销售',
  path: '/api/web/goods-trade',
  access: pageOf('goods_trade'),
  mayExport: pageOf('goods_trade'),
  filters: dateRange.extend({
    billNo: z.string().trim().max(30).optional(),
    /** Plate, or the end of the VIN, or the customer. */
    q: z.string().trim().max(60).optional(),
    salespersonId: addressedId.optional(),
    state: oneOf(goodsStates).optional(),
  }),
  columns: {
    billNo: { title: '单号', width: 130, isKey: true, chars: 20 },
    bizDate: { title: '日期', kind: 'date' },
    plate: { title: '车牌', width: 92, nullable: true },
    partnerName: { title: '客户', width: 140, isName: true, chars: 24 },
    names: { title: '商品', width: 200, chars: 40 },
    lineCount: { title: '品种', kind: 'count', width: 60 },
    totalAmount: { title: '金额', kind: 'money', field: 'doc_price', isKey: true },
    state: { title: '状态', kind: 'state', labels: goodsStates, width: 76, isKey: true },
    orderDiscount: { title: '优惠', kind: 'money', field: 'doc_price', width: 80 },
    receivedAmount: { title: '已收', kind: 'money', field: 'doc_price' },
    salespersonName: { title: '销售人', width: 84, nullable: true },
  },
  beside: { id, settlementId: id.nullable(), version: z.number().int() },
})
export type GoodsTrade = QueryRow<typeof goodsTrades>
