import { z } from 'zod'
import { price, rate } from './scalars'

/** Settings of an org that this program reads (business/access 2.2), each with its default. */
export const orgConfig = z.object({
  /** 仓库确认入库: a receipt or return stops at 已审核 and the warehouse posts it. */
  receiptTwoDesk: z.boolean().default(false).meta({ title: '仓库确认入库' }),
  /** 仓库确认出库: the same for deliveries and purchase returns. */
  deliveryTwoDesk: z.boolean().default(false).meta({ title: '仓库确认出库' }),
  /** Document kinds that must be submitted before somebody approves them. */
  approveRequired: z
    .array(z.string())
    .default(['purchase_order', 'purchase_return', 'sales_order', 'sales_return', 'payment'])
    .meta({ title: '需提交后审核的单据' }),
  /** The creator may approve his own document. */
  selfApprove: z.boolean().default(true).meta({ title: '允许自审' }),
  priceTaxIncluded: z.boolean().default(true).meta({ title: '单价含税' }),
  /** How many days back a document may be dated. */
  backdateDays: z.number().int().min(0).max(366).default(3).meta({ title: '允许补录天数' }),
  requireConfirmOrder: z.boolean().default(true).meta({ title: '销售订单需确认' }),
  creditCheck: z.boolean().default(true).meta({ title: '信用检查' }),
  /** A sale below the average cost of its goods needs the right 低于成本价. */
  forbidBelowCost: z.boolean().default(false).meta({ title: '禁止低于成本价销售' }),
  /** A receipt may exceed its order by this share. */
  overReceiptTolerance: rate.default('0').meta({ title: '超收比例' }),
  freightToCost: z.boolean().default(false).meta({ title: '采购运费计入成本' }),
  goodsReturnDays: z.number().int().min(0).max(3650).default(30).meta({ title: '销售退货期限(天)' }),
  /** What an hour of repair costs where neither the item, its trade nor the type of the car says so. */
  defaultHourPrice: price.default('100').meta({ title: '默认工时单价' }),
  /** Material of orders is held from the customer's consent on (business/repair 5.3). */
  autoReserveRepairMaterial: z.boolean().default(true).meta({ title: '工单材料自动占用' }),
  /** Sisters of the group see what was done to cars here (business/repair 7.2). */
  shareHistory: z.boolean().default(false).meta({ title: '集团共享维修记录' }),
  /** Of labour, where neither item, technician nor trade says a rate (business/repair-settlement 8). */
  commissionRate: rate.default('0.18').meta({ title: '技师提成比例' }),
  /** Above nothing, a rate is of standard hours at this price of an hour, and not of what the labour brought (business/repair-settlement 8). */
  commissionHourPrice: price.default('0').meta({ title: '内部工时单价' }),
  /** Of what the customer's lines brought. */
  adviserCommissionRate: rate.default('0.02').meta({ title: '服务顾问提成比例' }),
  /** What of it who did a line first gives back when it is done again at the shop's cost (business/repair-settlement 8). */
  reworkClawback: rate.default('1').meta({ title: '返工追回提成比例' }),
  warrantyCommissionOnConfirm: z.boolean().default(true).meta({ title: '三包核定后计提成' }),
  /** Of paid money and the price of packages, to who sold them (business/cards 4). */
  cardSaleCommissionRate: rate.default('0.03').meta({ title: '办卡提成比例' }),
  /** What a registered card may hold of paid money by law (business/cards 1). */
  cardMostPrincipal: price.default('5000').meta({ title: '单张卡储值上限' }),
  /** What of a card that is given back may be paid in cash (business/cards 4). */
  cardCashRefundLimit: price.default('100').meta({ title: '退卡现金上限' }),
  cardLargeAmount: price.default('3000').meta({ title: '大额充值退卡提醒' }),
  cardLowBalance: price.default('100').meta({ title: '卡余额不足提醒' }),
  /** What of card money that other shops have used is owed to them (business/cards 5). */
  cardSettleRate: rate.default('1').meta({ title: '跨店消费结算比例' }),
  /** What one invoice may come to without tax, as drafts are proposed; nothing divides none (business/invoices 4). */
  invoiceLimit: price.default('0').meta({ title: '每张发票未税上限' }),
  shareStockQty: z.boolean().default(true).meta({ title: '集团共享库存数量' }),
})
export type OrgConfig = z.output<typeof orgConfig>

/** Settings by which people earn, for who may see 提成 (business/repair-settlement 8). */
export const earningSettings = [
  'commissionRate',
  'commissionHourPrice',
  'adviserCommissionRate',
  'reworkClawback',
  'cardSaleCommissionRate',
] as const

/** The settings as everybody who signs in is told them. */
export const toldConfig = orgConfig.partial(
  Object.fromEntries(earningSettings.map((key) => [key, true])) as Record<(typeof earningSettings)[number], true>,
)
export type ToldConfig = z.output<typeof toldConfig>
/** A setting that is on or off. */
export type OrgSwitch = { [Key in keyof OrgConfig]: OrgConfig[Key] extends boolean ? Key : never }[keyof OrgConfig]
