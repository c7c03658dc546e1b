import type { ItemTab } from '../kernel/item-tabs'
import type { AccountSide } from '../kernel/money-document'

/** One of the tabs of open items. */
interface SettleTab {
  /** Screen key, and the path without its slash. */
  screen: string
  title: string
  /** The accounts that its items stand on; of two the page shows one at a time. */
  sides: readonly [AccountSide, ...AccountSide[]]
  /** Kinds of documents whose items stand in it. What moves items to another partner leaves each in its tab. */
  sources: readonly string[]
}

/** The tabs of open items (business/settle-tabs 1): every item stands in exactly one of them. */
export const settleTabs: Readonly<Record<ItemTab, SettleTab>> = {
  purchase: { screen: 'settlePurchase', title: '采购结算', sides: ['AP'], sources: ['goods_receipt'] },
  purchase_back: { screen: 'settlePurchaseBack', title: '采购退货结算', sides: ['AP'], sources: ['purchase_return'] },
  sale: { screen: 'settleSale', title: '销售结算', sides: ['AR'], sources: ['sales_delivery'] },
  sale_back: { screen: 'settleSaleBack', title: '销售退货结算', sides: ['AR'], sources: ['sales_return'] },
  repair: {
    screen: 'settleRepair',
    title: '维修结算',
    sides: ['AR'],
    sources: ['repair_settlement', 'claim_confirmation'],
  },
  repair_refund: { screen: 'settleRepairRefund', title: '维修退单结算', sides: ['AR'], sources: ['repair_refund'] },
  insurance: { screen: 'settleInsurance', title: '保险结算', sides: ['AR'], sources: ['repair_settlement'] },
  warranty: {
    screen: 'settleWarranty',
    title: '三包结算',
    sides: ['AR'],
    sources: ['repair_settlement', 'repair_refund', 'warranty_bill', 'claim_confirmation', 'warranty_settlement'],
  },
  card: {
    screen: 'settleCard',
    title: '办卡结算',
    sides: ['AR', 'AP'],
    sources: ['card_voucher', 'repair_settlement', 'repair_refund', 'write_off'],
  },
  transfer: {
    screen: 'settleTransfer',
    title: '调拨结算',
    sides: ['AR', 'AP'],
    sources: ['transfer_receipt', 'fund_transfer'],
  },
  outsource: {
    screen: 'settleOutsource',
    title: '外协结算',
    sides: ['AP'],
    sources: ['repair_settlement', 'repair_refund', 'assembly', 'disassembly'],
  },
  freight: {
    screen: 'settleFreight',
    title: '运费结算',
    sides: ['AP'],
    sources: ['goods_receipt', 'purchase_return', 'sales_delivery', 'sales_return'],
  },
  other: {
    screen: 'settleOther',
    title: '其他应收应付',
    sides: ['AR', 'AP'],
    sources: ['balance_adjustment', 'other_income', 'other_expense'],
  },
}

/** 预收预付, the fourteenth tab: money that is paid ahead, which is no open item. */
export const advanceTab = { screen: 'settleAdvance', title: '预收预付' } as const

/** Kinds of documents that move items to another partner and leave each in its tab. */
export const movingKinds: readonly string[] = ['write_off', 'partner_merge']
