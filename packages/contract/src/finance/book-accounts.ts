// The accounts of the shop's books and what is booked on which of them, as a group begins (business/books 2).
import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { text } from '../kernel/scalars'

export const balanceSides = { debit: '借', credit: '贷' } as const
type BalanceSide = keyof typeof balanceSides

/** An account of the books. Sub-accounts begin with the code of theirs; the name is told whole, as other programs import it. */
export const bookAccount = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^[1-5]\d{3}(\d{2}){0,4}$/, {
        error: ({ input }) => `科目编码“${String(input)}”应为4位数字，下级每级加2位，首位为1至5`,
      }),
    name: text(60),
    side: oneOf(balanceSides).describe(`余额方向：${labelled(balanceSides)}`),
  })
  .refine(({ name }) => name !== '', {
    path: ['name'],
    error: ({ input }) => `请输入科目 ${(input as { code: string }).code} 的名称`,
  })
export type BookAccount = z.output<typeof bookAccount>

/** Whether an account has profit and loss, and no balance. */
export const isProfitAccount = (code: string): boolean => code.startsWith('5')

/** Rows of 利润表 in their order, each with the beginnings of its accounts; those without any are reckoned of the rows before them. */
export const profitRows: readonly { key: string; title: string; accounts?: readonly string[]; earns?: true }[] = [
  { key: 'revenue', title: '一、营业收入', accounts: ['5001', '5051'], earns: true },
  { key: 'cost', title: '减：营业成本', accounts: ['5401', '5402'] },
  { key: 'levies', title: '税金及附加', accounts: ['5403'] },
  { key: 'selling', title: '销售费用', accounts: ['5601'] },
  { key: 'administration', title: '管理费用', accounts: ['5602'] },
  { key: 'finance', title: '财务费用', accounts: ['5603'] },
  { key: 'investment', title: '加：投资收益', accounts: ['5111'], earns: true },
  { key: 'operating', title: '二、营业利润' },
  { key: 'otherIncome', title: '加：营业外收入', accounts: ['5301'], earns: true },
  { key: 'otherExpense', title: '减：营业外支出', accounts: ['5711'] },
  { key: 'total', title: '三、利润总额' },
  { key: 'incomeTax', title: '减：所得税费用', accounts: ['5801'] },
  { key: 'net', title: '四、净利润' },
]

/** Accounts by 小企业会计准则 with the sub-accounts that the trade needs, in the order of their codes. */
const accounts: readonly [code: string, name: string, side: BalanceSide][] = [
  ['1001', '库存现金', 'debit'],
  ['1002', '银行存款', 'debit'],
  ['1012', '其他货币资金', 'debit'],
  ['101201', '其他货币资金-微信', 'debit'],
  ['101202', '其他货币资金-支付宝', 'debit'],
  ['101203', '其他货币资金-刷卡', 'debit'],
  ['101209', '其他货币资金-其他', 'debit'],
  ['1122', '应收账款', 'debit'],
  ['1123', '预付账款', 'debit'],
  ['1402', '在途物资', 'debit'],
  ['1405', '库存商品', 'debit'],
  ['2202', '应付账款', 'credit'],
  ['2203', '预收账款', 'credit'],
  ['220301', '预收账款-货款', 'credit'],
  ['220302', '预收账款-会员卡储值', 'credit'],
  ['220303', '预收账款-会员卡套餐', 'credit'],
  ['2221', '应交税费', 'credit'],
  ['222101', '应交税费-应交增值税', 'credit'],
  ['22210101', '应交税费-应交增值税-进项税额', 'debit'],
  ['22210102', '应交税费-应交增值税-销项税额', 'credit'],
  ['222102', '应交税费-应交增值税（小规模）', 'credit'],
  ['3001', '实收资本', 'credit'],
  ['3103', '本年利润', 'credit'],
  ['3104', '利润分配', 'credit'],
  ['310401', '利润分配-未分配利润', 'credit'],
  ['4001', '生产成本', 'debit'],
  ['400101', '生产成本-在修', 'debit'],
  ['5001', '主营业务收入', 'credit'],
  ['500101', '主营业务收入-配件销售', 'credit'],
  ['500102', '主营业务收入-维修工时', 'credit'],
  ['500103', '主营业务收入-其他维修', 'credit'],
  ['500104', '主营业务收入-三包', 'credit'],
  ['500105', '主营业务收入-内部结算', 'credit'],
  ['500109', '主营业务收入-折扣折让', 'credit'],
  ['5051', '其他业务收入', 'credit'],
  ['505101', '其他业务收入-运费', 'credit'],
  ['505102', '其他业务收入-会员卡过期', 'credit'],
  ['505103', '其他业务收入-服务与租金', 'credit'],
  ['5301', '营业外收入', 'credit'],
  ['530101', '营业外收入-存货盘盈', 'credit'],
  ['530102', '营业外收入-往来调整', 'credit'],
  ['530103', '营业外收入-现金长款', 'credit'],
  ['530109', '营业外收入-其他', 'credit'],
  ['5401', '主营业务成本', 'debit'],
  ['540101', '主营业务成本-配件', 'debit'],
  ['540102', '主营业务成本-外协', 'debit'],
  ['540103', '主营业务成本-成本差异', 'debit'],
  ['5403', '税金及附加', 'debit'],
  ['5601', '销售费用', 'debit'],
  ['560101', '销售费用-运杂费', 'debit'],
  ['560102', '销售费用-广告宣传', 'debit'],
  ['560103', '销售费用-三包扣款', 'debit'],
  ['5602', '管理费用', 'debit'],
  ['560201', '管理费用-房租水电', 'debit'],
  ['560202', '管理费用-工资福利', 'debit'],
  ['560203', '管理费用-办公费', 'debit'],
  ['560204', '管理费用-差旅费', 'debit'],
  ['560205', '管理费用-业务招待', 'debit'],
  ['560206', '管理费用-车辆费用', 'debit'],
  ['560207', '管理费用-修理费', 'debit'],
  ['560208', '管理费用-自用物料', 'debit'],
  ['560209', '管理费用-内部维修', 'debit'],
  ['560299', '管理费用-其他', 'debit'],
  ['5603', '财务费用', 'debit'],
  ['560301', '财务费用-手续费', 'debit'],
  ['560302', '财务费用-现金折扣', 'debit'],
  ['560303', '财务费用-利息', 'debit'],
  ['5711', '营业外支出', 'debit'],
  ['571101', '营业外支出-存货盘亏报损', 'debit'],
  ['571102', '营业外支出-坏账损失', 'debit'],
  ['571103', '营业外支出-往来及成本调整', 'debit'],
  ['571104', '营业外支出-现金短款', 'debit'],
]

/** What every group begins with, and what 恢复默认 gives back. */
export const standardAccounts: readonly BookAccount[] = accounts.map(([code, name, side]) => ({ code, name, side }))

interface BookEvent {
  title: string
  /** The account that it is booked on until somebody says otherwise. */
  code: string
}

/** What the ledgers write that has an account: balances first, then profit and loss. */
export const bookEvents = {
  account_cash: { title: '现金账户', code: '1001' },
  account_bank: { title: '银行账户', code: '1002' },
  account_wechat: { title: '微信账户', code: '101201' },
  account_alipay: { title: '支付宝账户', code: '101202' },
  account_pos: { title: '刷卡账户', code: '101203' },
  account_other: { title: '其他账户', code: '101209' },
  ar: { title: '应收', code: '1122' },
  adv_out: { title: '预付', code: '1123' },
  stock_transit: { title: '调拨在途', code: '1402' },
  stock: { title: '库存', code: '1405' },
  wip: { title: '在修', code: '400101' },
  ap: { title: '应付', code: '2202' },
  adv_in: { title: '预收', code: '220301' },
  card_money: { title: '会员卡本金', code: '220302' },
  card_package: { title: '会员卡套餐', code: '220303' },
  tax_in: { title: '进项税', code: '22210101' },
  tax_out: { title: '销项税（一般纳税人）', code: '22210102' },
  tax_small: { title: '增值税（小规模纳税人）', code: '222102' },
  opening: { title: '期初', code: '310401' },
  revenue_part: { title: '配件销售收入', code: '500101' },
  revenue_labour: { title: '维修工时收入', code: '500102' },
  revenue_other: { title: '其他维修收入', code: '500103' },
  warranty_revenue: { title: '三包收入', code: '500104' },
  warranty_diff: { title: '三包核定差额', code: '500104' },
  revenue_internal: { title: '内部收入', code: '500105' },
  discount: { title: '单据优惠', code: '500109' },
  freight_income: { title: '运费收入', code: '505101' },
  card_breakage: { title: '会员卡过期结转', code: '505102' },
  stock_gain: { title: '盘盈', code: '530101' },
  adjust_income: { title: '往来调整（增加利润）', code: '530102' },
  other_income: { title: '其他收入', code: '530109' },
  cogs_part: { title: '配件成本', code: '540101' },
  cogs_outsource: { title: '外协成本', code: '540102' },
  stock_variance: { title: '成本差异', code: '540103' },
  freight_expense: { title: '运费支出', code: '560101' },
  claim_deduction: { title: '三包扣款', code: '560103' },
  own_use: { title: '自用、赠送、样品出库', code: '560208' },
  internal_expense: { title: '内部维修费用', code: '560209' },
  other_expense: { title: '其他支出', code: '560299' },
  fee: { title: '收付款手续费', code: '560301' },
  settle_discount: { title: '收款优惠', code: '560302' },
  payment_discount: { title: '付款优惠', code: '560302' },
  stock_loss: { title: '盘亏、报损', code: '571101' },
  bad_debt: { title: '坏账核销', code: '571102' },
  adjust_expense: { title: '往来、成本调整（减少利润）', code: '571103' },
} as const satisfies Record<string, BookEvent>
type BookEventKey = keyof typeof bookEvents

/** Kinds of profit and loss that documents of some kinds book as something else than their kind says. */
export const eventsByKind: readonly [pnl: string, docKinds: readonly string[], event: BookEventKey][] = [
  ['discount', ['collection'], 'settle_discount'],
  ['discount', ['write_off'], 'bad_debt'],
  ['discount', ['balance_adjustment'], 'adjust_expense'],
  ['other_income', ['payment'], 'payment_discount'],
  ['other_income', ['balance_adjustment'], 'adjust_income'],
  ['other_income', ['sales_delivery', 'purchase_return'], 'freight_income'],
  ['other_expense', ['balance_adjustment', 'cost_adjustment'], 'adjust_expense'],
  ['other_expense', ['goods_receipt', 'purchase_return', 'sales_delivery', 'sales_return'], 'freight_expense'],
  ['other_expense', ['other_out'], 'own_use'],
  ['other_expense', ['warranty_settlement'], 'claim_deduction'],
]

/** Accounts of the categories of income and expense (收支类别) that every group begins with, by their names; others are 其他收入 and 其他支出. */
export const standardCategories: Readonly<Record<'in' | 'out', Readonly<Record<string, string>>>> = {
  in: { 服务费收入: '505103', 租金收入: '505103', 利息收入: '560303', 长款: '530103' },
  out: {
    房租水电: '560201',
    工资福利: '560202',
    运费快递: '560101',
    办公费: '560203',
    差旅费: '560204',
    业务招待: '560205',
    广告宣传: '560102',
    车辆费用: '560206',
    修理费: '560207',
    手续费: '560301',
    税费: '5403',
    短款: '571104',
  },
}

/** Whether what is booked by an event is profit or loss, which wants an account of that class. */
export const isProfitEvent = (event: string): boolean => !own(event) || isProfitAccount(bookEvents[event].code)

const own = (event: string): event is BookEventKey => Object.hasOwn(bookEvents, event)
