import type { Tx } from '../kernel/db/tx'

const workerTypes: [name: string, hourPrice: string, commissionRate: string][] = [
  ['机电', '100', '0.18'],
  ['钣金', '100', '0.18'],
  ['喷漆', '100', '0.18'],
  ['美容', '80', '0.12'],
  ['电工', '100', '0.18'],
  ['轮胎', '80', '0.18'],
]

const overhaul = '整车修理、总成修理'
const minor = '一级维护、小修、专项修理'

/** What the law asks for at least; a shop may promise more. */
const qualityRules: [name: string, km: string, days: number][] = [
  [overhaul, '20000', 100],
  ['二级维护', '5000', 30],
  [minor, '2000', 10],
]

const businessTypes: [
  code: string,
  name: string,
  payer: string,
  countsOutput: boolean,
  countsCommission: boolean,
  rule: string | null,
][] = [
  ['general', '一般维修', 'customer', true, true, minor],
  ['maintenance', '保养', 'customer', true, true, minor],
  ['accident', '事故维修', 'insurance', true, true, overhaul],
  ['warranty', '三包维修', 'warranty', true, true, minor],
  ['rework', '返工', 'rework', false, false, minor],
  ['internal', '内部维修', 'internal', false, false, null],
  ['beauty', '美容装潢', 'customer', true, true, null],
  ['fast', '快修', 'customer', true, true, minor],
  ['goods', '商品零售', 'customer', true, false, null],
]

/** What a new group repairs by: trades, promises of quality, types of business (business/repair-masters 1). Groups of before have them by migration. */
export async function createRepairMasters(tx: Tx): Promise<void> {
  await tx.insert(
    'worker_type',
    ['group_id', 'name', 'hour_price', 'commission_rate', 'sort_no'],
    workerTypes.map((row, i) => [tx.groupId, ...row, i + 1]),
  )
  const rules = await tx.insert<{ id: number; name: string }>(
    'quality_rule',
    ['group_id', 'name', 'km', 'days'],
    qualityRules.map((row) => [tx.groupId, ...row]),
    'returning id, name',
  )
  const ruleNamed = (name: string | null) => rules.find((rule) => rule.name === name)?.id ?? null
  await tx.insert(
    'business_type',
    [
      'group_id',
      'code',
      'name',
      'default_payer',
      'counts_output',
      'counts_commission',
      'quality_rule_id',
      'sort_no',
      'is_system',
    ],
    businessTypes.map(([code, name, payer, output, commission, rule], i) => [
      tx.groupId,
      code,
      name,
      payer,
      output,
      commission,
      ruleNamed(rule),
      i + 1,
      true,
    ]),
  )
}
