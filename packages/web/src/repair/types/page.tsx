import { payerTypes } from '@chepu/contract/kernel/payer-types'
import {
  type BusinessTypeRow,
  businessTypeRoutes,
  type QualityRuleRow,
  qualityRuleRoutes,
} from '@chepu/contract/repair/business-type'
import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import { listBusinessTypes } from '@chepu/contract/repair/lookups'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useOptions } from '../../pickers/lists'
import { lastFields } from '../fields'
import { MasterTabs } from '../../kit/form/master-tabs'

/** 业务类型 and the 质保规则 that they promise (business/repair-masters 1.2, 1.3). */
export default function BusinessTypesPage() {
  return (
    <MasterTabs
      tabs={[
        { key: 'types', label: '业务类型', children: <BusinessTypes /> },
        { key: 'rules', label: '质保规则', children: <QualityRules /> },
      ]}
    />
  )
}

const typeColumns: Column<BusinessTypeRow>[] = [
  { key: 'name', title: '名称', width: 120, isKey: true },
  { key: 'defaultPayer', title: '默认付费方', labels: payerTypes, width: 88, isKey: true },
  { key: 'countsOutput', title: '计产值', kind: 'flag', sort: false },
  { key: 'countsCommission', title: '计提成', kind: 'flag', sort: false },
  { key: 'qualityRuleName', title: '质保规则', width: 170, sort: false, isKey: true },
  { key: 'itemCount', title: '服务项目', kind: 'count', width: 72, sort: false },
  { key: 'isSystem', title: '系统自带', kind: 'flag', width: 72, sort: false },
  { key: 'sortNo', title: '排序', kind: 'count', total: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 180, sort: false },
]

function BusinessTypes() {
  const rules = useOptions('qualityRule')
  return (
    <MasterPage<BusinessTypeRow>
      name="businessTypes"
      title="业务类型"
      routes={businessTypeRoutes}
      buttons={dictionaryButtons}
      columns={typeColumns}
      labelOf={(row) => row.name}
      refresh={[basicsInfo, listBusinessTypes]}
      fields={[
        { name: 'name', title: '名称', required: true },
        {
          name: 'defaultPayer',
          title: '默认付费方',
          kind: 'select',
          options: payerTypes,
          required: true,
          initial: 'customer',
          help: '开单时每行的付费方，可在行上更改；系统自带的类型不能改',
        },
        { name: 'countsOutput', title: '计产值', kind: 'switch', initial: true },
        { name: 'countsCommission', title: '计提成', kind: 'switch', initial: true },
        {
          name: 'qualityRuleId',
          title: '质保规则',
          kind: 'select',
          numeric: true,
          options: rules,
          wide: true,
          help: '服务项目自己写了质保的，按项目',
        },
        ...lastFields,
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter name="payer" title="默认付费方" options={payerTypes} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}

const ruleColumns: Column<QualityRuleRow>[] = [
  { key: 'name', title: '名称', width: 200, isKey: true },
  { key: 'km', title: '里程(公里)', kind: 'qty', total: false, width: 90, isKey: true },
  { key: 'days', title: '天数', kind: 'count', total: false, isKey: true },
  { key: 'typeCount', title: '业务类型', kind: 'count', width: 72, sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 220, sort: false },
]

function QualityRules() {
  return (
    <MasterPage<QualityRuleRow>
      name="qualityRules"
      title="质保规则"
      routes={qualityRuleRoutes}
      buttons={dictionaryButtons}
      columns={ruleColumns}
      labelOf={(row) => row.name}
      refresh={[basicsInfo, businessTypeRoutes.list, listBusinessTypes]}
      fields={[
        { name: 'name', title: '名称', required: true, wide: true },
        { name: 'km', title: '里程(公里)', kind: 'decimal', help: '里程和天数先到为准；可只填一项' },
        { name: 'days', title: '天数', kind: 'integer' },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
