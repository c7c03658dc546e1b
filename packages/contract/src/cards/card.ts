// Member cards as lists, pages and counters show them (business/cards 3).
import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { dateRange, flag, pageOf, pages } from '../kernel/list-query'
import { defineQuery, type QueryRow } from '../kernel/query'
import { idParam, route } from '../kernel/route'
import { addressedId, amount, id } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'
import { cardMoves } from './card-report'
import { cardKinds, cardStates, shownWith } from './words'

const path = '/api/web/card'
const access = pageId('card')
const said = (length: number) => z.string().trim().max(length).optional()

/** 将到期: granted money, discount or packages end within so many days. */
export const endingDays = 30

/** 会员卡管理: the own shop's cards, and those of other shops that are good in all shops. */
export const cardList = defineQuery({
  key: 'cards',
  title: '会员卡',
  path,
  access,
  mayExport: button('card', 'export'),
  filters: z.object({
    q: z.string().trim().max(60).describe('卡号、客户、手机尾号或车牌').optional(),
    cardNo: said(30),
    partner: said(60),
    partnerId: addressedId.optional(),
    mobile: said(20),
    plate: said(20),
    cardTypeId: addressedId.optional(),
    state: oneOf(cardStates).optional(),
    /** Paid and granted money together, both ends included. */
    balanceFrom: amount.optional(),
    balanceTo: amount.optional(),
    ending: flag.describe('将到期：30天内').optional(),
  }),
  columns: {
    cardNo: { title: '卡号', width: 120, isKey: true, isName: true, chars: 16 },
    cardTypeName: { title: '卡类型', width: 100, isKey: true },
    partnerName: { title: '客户', width: 140, isKey: true, chars: 24 },
    mobile: { title: '手机', width: 110, sort: false },
    plate: { title: '绑定车辆', width: 96, sort: false, nullable: true, card: 'fact' },
    principal: { title: '本金', kind: 'money', isKey: true },
    gift: { title: '赠金', kind: 'money', isKey: true },
    points: { title: '积分', kind: 'qty' },
    /** Items of packages of which something is left and whose day is not over. */
    packages: { title: '套餐剩余', width: 180, sort: false, chars: 40, card: 'fact' },
    orgName: { title: '发卡门店', width: 120 },
    issuedOn: { title: '发卡日', kind: 'date' },
    validUntil: { title: '有效期', kind: 'date', nullable: true, missing: '长期' },
    state: { title: '状态', kind: 'code', labels: cardStates, isKey: true },
    remark: { title: '备注', width: 120, sort: false, hidden: true },
  },
  /** Of a card whose holder is outside the caller's scope, found by its whole number, the row is all that there is to see. */
  beside: {
    id,
    orgId: id,
    partnerId: id,
    cardTypeId: id,
    vehicleId: id.nullable(),
    isSeen: z.boolean(),
    hasPin: z.boolean(),
  },
})

export type CardRow = QueryRow<typeof cardList>

/** What of a package is left on a card; times with 4 decimals, yuan with 2. */
const cardItem = z.object({
  id,
  packageName: z.string(),
  kind: oneOf({ labour: '工时', part: '材料' }),
  serviceItemId: id.nullable(),
  partId: id.nullable(),
  code: z.string(),
  name: z.string(),
  timesSold: z.string(),
  timesLeft: z.string(),
  valueLeft: z.string(),
  listPrice: z.string(),
  allocPrice: z.string(),
  orgName: z.string(),
  plate: z.string().nullable(),
  carTypeName: z.string().nullable(),
  soldOn: z.string(),
  validUntil: z.string().nullable(),
  isExpired: z.boolean(),
})
export type CardItemView = z.output<typeof cardItem>

/** One change of a card: a row of its ledgers, several of one document's packages together. */
const movement = z.object({
  at: z.string(),
  bizDate: z.string(),
  kind: z.string(),
  documentId: id,
  billNo: z.string(),
  /** The document that made that one, such as the settlement of a write-off. */
  makerKind: z.string().nullable(),
  makerId: id.nullable(),
  makerNo: z.string().nullable(),
  orgName: z.string(),
  /** What of a package it is about; '' for money and points. */
  itemName: z.string(),
  principal: z.string(),
  gift: z.string(),
  points: z.string(),
  times: z.string(),
  /** What was there behind it; times of the item. */
  principalAfter: z.string(),
  giftAfter: z.string(),
  pointsAfter: z.string(),
  timesAfter: z.string(),
})
export type CardMovement = z.output<typeof movement>

/** Days, both ends included, and what a movement is. */
const movementFilters = dateRange.extend({ move: oneOf(cardMoves).optional() })
export type CardMovementFilters = z.output<typeof movementFilters>

/** Of one purse of a card: what stood there before the first day and behind the last one, and what came and went between; before and behind are null where one kind of movement alone is looked at. */
const purse = z.object({
  before: z.string().nullable(),
  came: z.string(),
  went: z.string(),
  after: z.string().nullable(),
})

/** Paid and granted money and what packages are worth, in yuan, and points; all with 2 decimals. */
const movementTotals = z.object({ count: z.number(), principal: purse, gift: purse, points: purse, packages: purse })
export type CardMovementTotals = z.output<typeof movementTotals>

const card = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  cardNo: z.string(),
  formerNos: z.array(z.string()),
  cardTypeId: id,
  cardTypeName: z.string(),
  kind: oneOf(cardKinds),
  partnerId: id,
  partnerName: z.string(),
  mobile: z.string(),
  vehicleId: id.nullable(),
  plate: z.string().nullable(),
  principal: z.string(),
  gift: z.string(),
  points: z.string(),
  issuedOn: z.string(),
  validUntil: z.string().nullable(),
  /** The day of granted money and discount is over. */
  isExpired: z.boolean(),
  state: oneOf(cardStates),
  hasPin: z.boolean(),
  remark: z.string(),
  version: z.number(),
  items: z.array(cardItem),
})
export type CardView = z.output<typeof card>

/** What a counter knows of a card that may be used here. */
const foundCard = card
  .pick({
    id: true,
    cardNo: true,
    cardTypeId: true,
    cardTypeName: true,
    kind: true,
    partnerId: true,
    partnerName: true,
    mobile: true,
    vehicleId: true,
    plate: true,
    principal: true,
    gift: true,
    points: true,
    validUntil: true,
    isExpired: true,
    hasPin: true,
    items: true,
  })
  .extend({
    /** Shares of the price that the discounts leave, 4 decimals; 1 where the day is over. */
    labourRate: z.string(),
    partRate: z.string(),
  })
export type FoundCard = z.output<typeof foundCard>

const counters = ['card', 'card_voucher', 'repair_settlement', 'fast_repair', 'goods_trade'] as const

/** Whether six digits are the first that somebody tries: all the same, or a run up or down. */
const isSimpleCode = (code: string): boolean =>
  /^(\d)\1{5}$/.test(code) || (code.length === 6 && ['01234567890', '09876543210'].some((run) => run.includes(code)))

/** Six digits, as they are set, that are asked for where something is taken off a card (business/cards 3). */
export const paymentCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入6位数字支付密码')
  .refine((code) => !isSimpleCode(code), '支付密码过于简单，请不要用相同或连续的数字')

export const cardRoutes = {
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access,
    summary: '会员卡详情',
    params: idParam,
    data: card,
  }),
  movements: route({
    method: 'GET',
    path: `${path}/:id/movements`,
    access,
    summary: '会员卡流水',
    params: idParam,
    query: pages.extend(movementFilters.shape),
    data: pageOf(movement),
  }),
  movementTotals: route({
    method: 'GET',
    path: `${path}/:id/movements/totals`,
    access,
    summary: '会员卡流水合计',
    params: idParam,
    query: movementFilters,
    data: movementTotals,
  }),
  /** Cards by their number, the last digits of the mobile (4 or more) or of the plate (3 or more), or by their holder; of customers outside the caller's scope by what they show alone. */
  lookup: route({
    method: 'GET',
    path: `${path}/lookup`,
    access: counters.map(pageId),
    summary: '会员卡查找：刷卡、手机尾号、车牌尾号',
    query: z.object({ q: z.string().trim().max(60).default(''), partnerId: addressedId.optional(), ...shownWith }),
    data: z.object({
      rows: z.array(foundCard),
      /** The card whose whole number was shown, where it may not be used; nothing else is told of it. */
      stopped: z.object({ cardNo: z.string(), state: oneOf(cardStates) }).nullable(),
    }),
  }),
  /** What is granted, and what stands on the card behind it. */
  rechargePreview: route({
    method: 'GET',
    path: `${path}/:id/recharge`,
    access: button('card', 'recharge'),
    summary: '充值试算',
    params: idParam,
    query: z.object({ principal: amount, cardNo: shownWith.cardNo }),
    data: z.object({
      principal: z.string(),
      gift: z.string(),
      principalAfter: z.string(),
      giftAfter: z.string(),
      validUntil: z.string().nullable(),
      refusals: z.array(z.string()),
    }),
  }),
  /** All that goes with a card that is given back, and what is paid for it. */
  refundPreview: route({
    method: 'GET',
    path: `${path}/:id/refund`,
    access: button('card', 'refund'),
    summary: '退卡试算',
    params: idParam,
    query: z.object({ penalty: amount.default('0') }),
    data: z.object({
      principal: z.string(),
      items: z.array(cardItem),
      packages: z.string(),
      gift: z.string(),
      points: z.string(),
      penalty: z.string(),
      refundable: z.string(),
      /** What of it may be paid in cash. */
      cashLimit: z.string(),
      /** Who is paid without a reason: the names of the holder. */
      holder: z.object({ isCompany: z.boolean(), names: z.array(z.string()) }),
      /** What sellers lose of their commission (yuan, 2 decimals); null for who may not see commission. */
      commissionBack: z
        .array(z.object({ billNo: z.string(), employeeName: z.string(), amount: z.string() }))
        .nullable(),
      refusals: z.array(z.string()),
    }),
  }),
  /** The first payment code of a card, or a new one. */
  setPin: route({
    method: 'POST',
    path: `${path}/:id/pin`,
    access: [button('card', 'open'), button('card', 'reset_pin')],
    summary: '设置或重置支付密码',
    params: idParam,
    body: z.object({ pin: paymentCode }),
    data: z.object({ id }),
  }),
} as const
