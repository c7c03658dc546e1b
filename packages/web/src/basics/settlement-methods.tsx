import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import { listSettlements } from '@chepu/contract/basics/lookups'
import {
  kindsWithTerm,
  settlementKinds,
  settlementRoutes,
  type SettlementRow,
} from '@chepu/contract/basics/settlement-method'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { MasterPage } from '../kit/form/master-page'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'
import { SelectFilter, TextFilter } from '../kit/list/filters'

const columns: Column<SettlementRow>[] = [
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'kind', title: '类型', labels: settlementKinds, width: 88, isKey: true },
  { key: 'termDays', title: '账期(天)', kind: 'count', width: 76 },
  { key: 'monthDay', title: '次月付款日', kind: 'count', width: 92, sort: false },
  { key: 'partnerCount', title: '往来单位数', kind: 'count', width: 92, sort: false },
  { key: 'sortNo', title: '排序', kind: 'count' },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 240, sort: false },
]

const withTerm = kindsWithTerm.map((kind) => settlementKinds[kind]).join('、')

/** 结算方式 (business/basics 7.2). */
export default function SettlementMethods() {
  return (
    <MasterPage<SettlementRow>
      name="settlementMethods"
      title="结算方式"
      routes={settlementRoutes}
      buttons={dictionaryButtons}
      columns={columns}
      labelOf={(row) => row.name}
      refresh={[listSettlements, basicsInfo]}
      fields={[
        { name: 'name', title: '名称', required: true },
        {
          name: 'kind',
          title: '类型',
          kind: 'select',
          options: settlementKinds,
          required: true,
          initial: 'on_credit',
          help: '已被往来单位或单据使用的不能改',
        },
        {
          name: 'termDays',
          title: '账期(天)',
          initial: 0,
          help: `只用于${withTerm}；挂账填0时按往来单位的账期`,
          kind: 'integer',
        },
        {
          name: 'monthDay',
          title: '次月付款日',
          kind: 'integer',
          help: '只用于月结，1-31；当月没有这一天时为月末',
        },
        { name: 'sortNo', title: '排序', kind: 'integer', initial: 0 },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter name="kind" title="类型" options={settlementKinds} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
