import type { Tx } from '../kernel/db/tx'

const units: [name: string, decimals: number][] = [
  ['个', 0],
  ['只', 0],
  ['套', 0],
  ['件', 0],
  ['条', 0],
  ['桶', 0],
  ['瓶', 0],
  ['箱', 0],
  ['对', 0],
  ['升', 2],
  ['米', 2],
  ['千克', 2],
]

const taxRates: [name: string, rate: string, kind: string][] = [
  ['13%', '0.13', 'general'],
  ['9%', '0.09', 'general'],
  ['6%', '0.06', 'general'],
  ['3%', '0.03', 'simple'],
  ['1%', '0.01', 'simple'],
  ['0%', '0', 'exempt'],
]

const settlementMethods: [name: string, kind: string, termDays: number, monthDay: number | null][] = [
  ['现结', 'cash', 0, null],
  ['月结', 'monthly', 0, 25],
  ['挂账', 'on_credit', 30, null],
  ['货到付款', 'cod', 0, null],
  ['代收货款', 'carrier_cod', 7, null],
  ['预收预付', 'advance', 0, null],
]

/** Units, tax rates and settlement methods that a new group starts with (business/basics 5, 7). */
export async function createStandardMasters(tx: Tx): Promise<void> {
  await tx.insert(
    'unit',
    ['group_id', 'name', 'decimals'],
    units.map((row) => [tx.groupId, ...row]),
  )
  await tx.insert(
    'tax_rate',
    ['group_id', 'name', 'rate', 'kind', 'is_goods_default', 'is_labour_default'],
    taxRates.map((row) => [tx.groupId, ...row, row[0] === '13%', row[0] === '13%']),
  )
  await tx.insert(
    'settlement_method',
    ['group_id', 'name', 'kind', 'term_days', 'month_day', 'sort_no'],
    settlementMethods.map((row, i) => [tx.groupId, ...row, i + 1]),
  )
}

/** The warehouse with its bin 默认 and the cash account that a new org starts with (business/access 2.1). */
export async function createFirstPlaces(tx: Tx, orgId: number, openingOn: string): Promise<void> {
  const [warehouse] = await tx.insert<{ id: number }>(
    'warehouse',
    ['group_id', 'org_id', 'code', 'name', 'is_default'],
    [[tx.groupId, orgId, 'ZC', '主仓', true]],
    'returning id',
  )
  await tx.insert(
    'location',
    ['group_id', 'warehouse_id', 'code', 'is_default'],
    [[tx.groupId, warehouse?.id, '默认', true]],
  )
  await tx.insert(
    'store_account',
    ['group_id', 'org_id', 'code', 'name', 'kind', 'opening_on', 'is_default_in', 'is_default_out'],
    [
      [tx.groupId, orgId, 'XJ', '现金', 'cash', openingOn, true, true],
      [tx.groupId, orgId, 'YH', '银行账户', 'bank', openingOn, false, false],
      [tx.groupId, orgId, 'WX', '微信', 'wechat', openingOn, false, false],
      [tx.groupId, orgId, 'ZFB', '支付宝', 'alipay', openingOn, false, false],
    ],
  )
}
