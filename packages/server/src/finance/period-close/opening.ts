import { type OpeningStep, periodButtons } from '@chepu/contract/finance/period-close'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import type { ClosingCheck } from '@chepu/contract/kernel/closing-check'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { ClosingSpan } from '../../kernel/document/closing-checks'
import { closingOrg } from './months'

const waiting = `state in ('draft', 'submitted', 'approved')`
const openingStock = `from goods_document where group_id = $1 and org_id = $2 and kind = 'other_in' and reason = '期初'`
const openingSlips = (kind: string) =>
  `from money_slip where group_id = $1 and org_id = $2 and kind = '${kind}' and purpose = 'opening'`
const count = (from: string, more = 'true') => `(select count(*)::int ${from} and ${more})`

/** What each step counts: what is there, and what waits to be posted. $1 is the group, $2 the organisation. */
const counts: Record<string, readonly [done: string, waiting?: string]> = {
  company: [`(select count(company_id)::int from org where group_id = $1 and id = $2)`],
  shop: [`(select count(*)::int from org where group_id = $1 and id = $2 and address <> '' and tel <> '')`],
  places: [count(`from warehouse where group_id = $1 and org_id = $2`, `is_active and kind <> 'transit'`)],
  accounts: [count(`from store_account where group_id = $1 and org_id = $2`, 'is_active')],
  parts: [count(`from product where group_id = $1 and org_id = $2`)],
  partners: [count(`from partner where group_id = $1`, 'is_active and system_kind is null')],
  stock: [count(openingStock, `state = 'done' and not is_red`), count(openingStock, waiting)],
  balances: [
    count(openingSlips('balance_adjustment'), `state = 'done' and not is_red`),
    count(openingSlips('balance_adjustment'), waiting),
  ],
  cards: [
    count(openingSlips('card_voucher'), `state = 'done' and not is_red`),
    count(openingSlips('card_voucher'), waiting),
  ],
}

type Said = Pick<OpeningStep, 'title' | 'need' | 'hint' | 'screen' | 'importType'>

/** The order in which a shop is set up (business/ledgers 8). What is needed holds 启用 back (business/closing 5). */
const steps: readonly (Said & { key: string })[] = [
  {
    key: 'company',
    title: '主体公司',
    need: 'needed',
    hint: '开票和纳税的公司，在门店资料中选定',
    screen: 'companies',
    importType: null,
  },
  {
    key: 'shop',
    title: '门店资料',
    need: 'advised',
    hint: '地址、电话印在单据上；启用月、税务类型在此核对',
    screen: 'storeManagement',
    importType: null,
  },
  { key: 'places', title: '仓库库位', need: 'advised', hint: '仓库和货位', screen: 'warehouseInfo', importType: null },
  {
    key: 'accounts',
    title: '账户期初',
    need: 'advised',
    hint: '现金、银行、微信等账户和各自的期初余额',
    screen: 'storeAccount',
    importType: null,
  },
  {
    key: 'parts',
    title: '配件商品',
    need: 'advised',
    hint: '配件资料、商品和价格',
    screen: 'products',
    importType: 'product',
  },
  {
    key: 'partners',
    title: '往来单位',
    need: 'advised',
    hint: '客户和供应商',
    screen: 'customer',
    importType: 'customer',
  },
  {
    key: 'stock',
    title: '期初库存',
    need: 'optional',
    hint: '每个仓库一张期初入库单，逐行有成本',
    screen: 'otherIn',
    importType: 'opening_stock',
  },
  {
    key: 'balances',
    title: '期初应收应付',
    need: 'optional',
    hint: '每张旧单一笔，账龄从旧单日期算起',
    screen: 'receivableAccount',
    importType: 'opening_balance',
  },
  {
    key: 'cards',
    title: '会员卡期初',
    need: 'optional',
    hint: '卡上的本金、赠金和剩余次数',
    screen: 'makeCardVoucher',
    importType: 'card',
  },
]

/** 期初与调整 of the page of receivables or payables, with filters. */
export const adjustmentsAt = (
  isReceivable: boolean,
  filters: Record<string, string>,
): Pick<OpeningStep, 'params'> & { screen: string } => ({
  screen: isReceivable ? 'receivableAccount' : 'payableAccount',
  params: { tab: 'adjustments', ...filters },
})

/** Where the opening slips that wait are found: those of suppliers once none of customers waits. They may be of any day. */
const slipsAt = (receivables: number) =>
  adjustmentsAt(receivables > 0, { purpose: 'opening', state: 'draft,submitted' })

/** Slips of receivables, advances of customers among them. */
const ofReceivables = `side in ('AR', 'ADV_IN')`

/** The steps of setting the caller's shop up, with what each has and what still waits. */
export async function openingSteps(tx: CallerTx) {
  const org = await closingOrg(tx)
  const month = monthBefore(org.startMonth)
  const columns = Object.entries(counts).map(
    ([key, [done, rest]]) => `${done} as ${key}_done, ${rest ?? '0'} as ${key}_waiting`,
  )
  const receivables = count(openingSlips('balance_adjustment'), `${waiting} and ${ofReceivables}`)
  const found = await tx.one<Record<string, number>>({
    text: `select ${columns.join(', ')}, ${receivables} as receivables_waiting`,
    values: [tx.groupId, tx.caller.orgId],
  })
  return {
    month,
    openingOn: lastDayOfMonth(month),
    isClosed: org.closedMonth !== null,
    mayClose: org.closedMonth === null && mayPress(tx.caller, periodButtons.close),
    steps: steps.map((step) => {
      const waits = found?.[`${step.key}Waiting`] ?? 0
      const slips = step.key === 'balances' && waits > 0 && slipsAt(found?.['receivablesWaiting'] ?? 0)
      return { ...step, done: found?.[`${step.key}Done`] ?? 0, waiting: waits, params: {}, ...slips }
    }),
  }
}

/** What stands against 启用 besides: opening documents that are not posted, whatever their day, and posted ones of a later day. */
export async function openingChecks(tx: CallerTx, { orgId, from, to }: ClosingSpan): Promise<ClosingCheck[]> {
  if (from !== null) return []
  const found = await tx.one<Record<'companies' | 'stock' | 'slips' | 'receivables' | 'later' | 'accounts', number>>({
    text: `select ${counts['company']?.[0]} as companies,
      ${count(openingStock, `${waiting} and biz_date > $3::date`)} as stock,
      ${count(openingSlips('balance_adjustment'), `${waiting} and biz_date > $3::date`)} as slips,
      ${count(openingSlips('balance_adjustment'), `${waiting} and ${ofReceivables} and biz_date > $3::date`)} as receivables,
      ${count(openingStock, `state = 'done' and not is_red and biz_date > $3::date`)}
        + ${count(openingSlips('balance_adjustment'), `state = 'done' and not is_red and biz_date > $3::date`)} as later,
      ${count(`from store_account where group_id = $1 and org_id = $2`, 'opening_balance <> 0 and opening_on > $3::date')} as accounts`,
    values: [tx.groupId, orgId, to],
  })
  const { companies = 0, stock = 0, slips = 0, receivables = 0, later = 0, accounts = 0 } = found ?? {}
  const dated = `期初应日期在 ${to} 或之前`
  const post = { level: 'refuses', detail: '启用以后不能再录期初，请先审核过账或作废' } as const
  const check = { screen: null, kind: null, params: {} }
  return [
    {
      ...check,
      level: 'refuses',
      key: 'opening-company',
      title: '主体公司',
      count: companies === 0 ? 1 : 0,
      detail: '请先在门店资料中选定开票和纳税的主体公司',
      screen: 'storeManagement',
    },
    { ...check, ...post, key: 'opening-stock', title: '期初库存全部过账', count: stock, kind: otherIn.kind },
    {
      ...check,
      ...post,
      key: 'opening-slips',
      title: '期初应收应付全部过账',
      count: slips,
      kind: null,
      ...slipsAt(receivables),
    },
    { ...check, level: 'warns', key: 'opening-days', title: '期初单据的日期', count: later, detail: dated },
    {
      ...check,
      level: 'warns',
      key: 'opening-accounts',
      title: '账户期初的日期',
      count: accounts,
      detail: dated,
      screen: 'storeAccount',
    },
  ]
}
