import { cardPackageButtons } from '@chepu/contract/cards/buttons'
import { type CardTypeRow, cardTypeRoutes, ruleText } from '@chepu/contract/cards/card-type'
import { listCardTypes } from '@chepu/contract/cards/lookups'
import { cardKinds, deductRules } from '@chepu/contract/cards/words'
import { equals, isPositive, mul, trimZeros } from '@chepu/contract/kernel/decimal'
import { moneyText } from '../../kit/base/format'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'

const tierColumns: RowColumn[] = [
  { name: 'pay', title: '充值满', kind: 'decimal' },
  { name: 'gift', title: '送金额', kind: 'decimal' },
  { name: 'giftRate', title: '送比例', kind: 'decimal' },
]

/** A discount as people say it: 9折, 8.5折. */
const discountText = (rate: string) => (equals(rate, '1') ? '不打折' : `${trimZeros(mul(rate, '10'))}折`)

const columns: Column<CardTypeRow>[] = [
  { key: 'code', title: '编码', width: 76, isKey: true },
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'kind', title: '卡性质', labels: cardKinds, width: 64, sort: false, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'labourRate', title: '工时折扣', width: 72, render: (row) => discountText(row.labourRate), isKey: true },
  { key: 'partRate', title: '材料折扣', width: 72, render: (row) => discountText(row.partRate), isKey: true },
  {
    key: 'rechargeRules',
    title: '充值赠送',
    width: 200,
    sort: false,
    render: ({ rechargeRules }) => rechargeRules.map(ruleText).join('，'),
  },
  {
    key: 'minFirstRecharge',
    title: '首次最低充值',
    kind: 'money',
    total: false,
    sort: false,
    // Nothing is paid onto the others.
    render: ({ kind, minFirstRecharge }) => (kind === 'stored' ? moneyText(minFirstRecharge) : ''),
  },
  { key: 'validDays', title: '有效期(天)', kind: 'count', total: false, width: 76, missing: '长期', sort: false },
  { key: 'isCrossOrg', title: '跨店使用', kind: 'flag', width: 72, sort: false },
  { key: 'deductRule', title: '扣款顺序', labels: deductRules, width: 80, sort: false },
  {
    key: 'pointsPerYuan',
    title: '每元积分',
    kind: 'qty',
    total: false,
    width: 72,
    sort: false,
    render: ({ pointsPerYuan }) => (isPositive(pointsPerYuan) ? trimZeros(pointsPerYuan) : ''),
  },
  { key: 'cardCount', title: '会员卡数', kind: 'count', total: false, sort: false },
  { key: 'remark', title: '备注', width: 160, sort: false },
]

const fields: MasterField[] = [
  { name: 'code', title: '编码', help: '空白时自动生成' },
  { name: 'name', title: '名称', required: true },
  {
    name: 'kind',
    title: '卡性质',
    kind: 'select',
    options: cardKinds,
    required: true,
    initial: 'stored',
    help: '储值卡可充值、可购套餐；次卡只购套餐；会员卡只打折。已有会员卡的不能改',
  },
  {
    name: 'deductRule',
    title: '扣款顺序',
    kind: 'select',
    options: deductRules,
    required: true,
    initial: 'principal_first',
  },
  { name: 'labourRate', title: '工时折扣', kind: 'decimal', initial: '1', help: '0.9为九折，1为不打折' },
  { name: 'partRate', title: '材料折扣', kind: 'decimal', initial: '1' },
  { name: 'minFirstRecharge', title: '首次最低充值', kind: 'decimal', initial: '0' },
  { name: 'pointsPerYuan', title: '每元积分', kind: 'decimal', initial: '0' },
  {
    name: 'validDays',
    title: '有效期(天)',
    kind: 'integer',
    help: '赠送金额和折扣的有效期，充值后重新计算；空白为长期，本金长期有效',
  },
  { name: 'isCrossOrg', title: '跨店使用', kind: 'switch', initial: true },
  {
    name: 'rechargeRules',
    title: '充值赠送',
    wide: true,
    columns: tierColumns,
    initial: [],
    render: (control) => <Tiers {...control} />,
    help: '按达到的最高一档赠送；金额和比例只填一个，比例0.1为送10%',
  },
  { name: 'remark', title: '备注', kind: 'area' },
]

const Tiers = (control: FieldControl) => (
  <SubTableField
    control={control}
    empty={{ pay: null, gift: null, giftRate: null }}
    addText="添加一档"
    columns={tierColumns}
  />
)

/** 卡类型 (business/cards 1). */
export function CardTypes() {
  return (
    <MasterPage<CardTypeRow>
      name="cardTypes"
      title="卡类型"
      routes={cardTypeRoutes}
      buttons={cardPackageButtons}
      columns={columns}
      fields={fields}
      labelOf={(row) => row.name}
      refresh={[listCardTypes]}
    >
      <TextFilter name="q" title="名称" search placeholder="编码 / 名称 / 拼音" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
