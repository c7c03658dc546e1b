import { taxButtons, taxKinds, type TaxRateRow, taxRateRoutes } from '@chepu/contract/basics/tax-rate'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import dayjs from '../kit/base/dayjs'
import { MasterPage } from '../kit/form/master-page'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'
import { SelectFilter, TextFilter } from '../kit/list/filters'

const columns: Column<TaxRateRow>[] = [
  { key: 'name', title: '名称', width: 120, isKey: true },
  { key: 'rate', title: '税率', kind: 'percent', width: 64, isKey: true },
  { key: 'kind', title: '计税方式', labels: taxKinds, width: 80 },
  { key: 'isGoodsDefault', title: '货物默认', kind: 'flag', width: 72, sort: false },
  { key: 'isLabourDefault', title: '劳务默认', kind: 'flag', width: 72, sort: false },
  { key: 'validFrom', title: '生效日期', kind: 'date' },
  { key: 'taxClassCode', title: '税收分类编码', width: 160, sort: false },
  { key: 'partCount', title: '配件数', kind: 'count', sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** 税率设置 (business/basics 7.3): rates are data, each from its day on. */
export default function TaxSettings() {
  return (
    <MasterPage<TaxRateRow>
      name="taxSettings"
      title="税率"
      routes={taxRateRoutes}
      buttons={{ ...taxButtons, remove: taxButtons.update }}
      columns={columns}
      labelOf={(row) => row.name}
      preset={{ validFrom: dayjs().format('YYYY-MM-DD') }}
      refresh={[basicsInfo]}
      fields={[
        { name: 'name', title: '名称', required: true },
        {
          name: 'rate',
          title: '税率',
          kind: 'decimal',
          required: true,
          help: '写成小数：13%写0.13；已被使用的不能修改',
        },
        { name: 'kind', title: '计税方式', kind: 'select', options: taxKinds, required: true, initial: 'general' },
        { name: 'validFrom', title: '生效日期', kind: 'date', required: true, help: '从这一天起可以选用' },
        { name: 'isGoodsDefault', title: '货物默认', kind: 'switch' },
        { name: 'isLabourDefault', title: '劳务默认', kind: 'switch' },
        {
          name: 'taxClassCode',
          title: '税收分类编码',
          wide: true,
          help: '19位数字；新配件自己和所属分类都没有编码时用它',
        },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter name="kind" title="计税方式" options={taxKinds} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
