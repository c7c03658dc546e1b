import { carButtons, carModelRoutes } from '@chepu/contract/basics/car-model'
import { lookUpVin, vinRuleRoutes, type VinRuleRow } from '@chepu/contract/basics/vin-rule'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Alert, Select } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import { useCall } from '../../kit/base/use-call'
import type { FieldControl } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { seriesOptions } from './models'
import type { CarLibrary } from './series-tree'

const columns: Column<VinRuleRow>[] = [
  { key: 'prefix', title: 'VIN前缀', width: 110, isKey: true },
  { key: 'carName', title: '车型', width: 260, sort: false, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** VIN规则, and a field that shows what a VIN finds. */
export function VinRules({ library }: { library: CarLibrary | undefined }) {
  return (
    <div className="kit-stack">
      <VinTest />
      <MasterPage<VinRuleRow>
        name="vinRules"
        title="VIN规则"
        routes={vinRuleRoutes}
        buttons={carButtons}
        columns={columns}
        labelOf={(row) => row.prefix}
        refresh={[lookUpVin]}
        fields={[
          { name: 'prefix', title: 'VIN前缀', required: true, help: '3-9位字母或数字；几条都符合时取最长的' },
          {
            name: 'seriesId',
            title: '车系',
            kind: 'select',
            numeric: true,
            required: true,
            options: seriesOptions(library),
          },
          {
            name: 'modelId',
            title: '年款',
            initial: null,
            render: (control) => <ModelSelect {...control} />,
            help: '空白时为整个车系，年款按VIN第10位推断',
          },
          { name: 'remark', title: '备注', kind: 'area' },
        ]}
      >
        <TextFilter name="q" title="VIN前缀" search placeholder="前缀或整个VIN" />
        <SelectFilter {...activeFilter} />
      </MasterPage>
    </div>
  )
}

/** Model-years of the series that the form names. */
function ModelSelect({ id, value, values, onChange, disabled }: FieldControl) {
  const seriesId = values['seriesId']
  const query = { seriesId: String(seriesId), rows: 200 }
  const found = useCall(carModelRoutes.list, { query }, { enabled: typeof seriesId === 'number' })
  const options = (typeof seriesId === 'number' ? (found.data?.rows ?? []) : []).map((row) => ({
    value: row.id,
    label: row.name,
  }))
  return (
    <Select
      id={id}
      allowClear
      disabled={disabled || typeof seriesId !== 'number'}
      placeholder="整个车系"
      value={(value as number | null) ?? null}
      options={options}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  )
}

/** 查VIN: which car the rules find. */
function VinTest() {
  const [vin, setVin] = useState('')
  const found = useCall(lookUpVin, { query: { vin } }, { enabled: vin !== '' })
  return (
    <div className="vin-test">
      <Search
        size="small"
        aria-label="查VIN"
        placeholder="输入17位VIN，看规则能查到什么"
        enterButton="查VIN"
        maxLength={30}
        onSearch={(typed) => setVin(typed.trim())}
      />
      {vin !== '' && found.error && <Alert type="error" title={found.error.message} />}
      {vin !== '' && found.isSuccess && <FoundCar {...found.data} />}
    </div>
  )
}

function FoundCar({ prefix, carName, carType, year, models }: DataOf<typeof lookUpVin>) {
  if (prefix === null)
    return <Alert type="warning" title={`没有符合的规则${year === null ? '' : `，VIN年份 ${year}`}`} />
  const told = [`${prefix} → ${carName}`, carType, year === null ? '' : `VIN年份 ${year}`].filter(Boolean).join('，')
  const names = models.map(({ name, engineCode }) => [name, engineCode].filter(Boolean).join(' '))
  return <Alert type="success" title={told} description={names.length > 0 && `年款：${names.join('、')}`} />
}
