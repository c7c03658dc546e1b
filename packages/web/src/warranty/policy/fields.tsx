import { brandRoutes } from '@chepu/contract/basics/brand'
import { carModelRoutes } from '@chepu/contract/basics/car-model'
import { partPriceRules } from '@chepu/contract/warranty/claim-price'
import { policyScopes, type PolicyView } from '@chepu/contract/warranty/policy'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { useCall } from '../../kit/base/use-call'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { byId } from '../../kit/form/select-options'
import { type Row, type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { DayInput } from '../../kit/ui/day-input'
import type { PickOption } from '../../kit/ui/pick-options'
import { ManufacturerLink } from '../../pickers/manufacturer-link'
import { findParts } from '../../pickers/part-link'
import { useCategoryOptions } from '../../pickers/part-options'

/** A policy as its editor begins with it: one that is there, or the one that is copied. */
type Known = Pick<PolicyView, 'seriesId' | 'partId' | 'objectName'> | undefined

const isOf = (scope: string, { values }: FieldControl) => values['scope'] === scope

/** A choice of a list, open while the policy is of this scope. */
function ScopeSelect({
  scope,
  options,
  ...control
}: FieldControl & { scope: string; options: Record<string, string> }) {
  const { id, value, disabled, onChange } = control
  const isOpen = isOf(scope, control)
  return (
    <Select
      id={id}
      allowClear
      disabled={disabled || !isOpen}
      showSearch={{ optionFilterProp: 'label' }}
      value={isOpen && value != null ? String(value) : null}
      options={Object.entries(options).map(([key, label]) => ({ value: key, label }))}
      onChange={(next: string | undefined) => onChange(next === undefined ? null : Number.parseInt(next, 10))}
    />
  )
}

/** Car brands. */
function BrandSelect(control: FieldControl) {
  const query = { kind: 'car' as const, active: 'true' as const, rows: 1000 }
  const brands = useCall(brandRoutes.list, { query }, { stale: 60_000 }).data?.rows ?? []
  return <ScopeSelect {...control} scope="vehicle" options={byId(brands)} />
}

/** Categories of parts of any level. */
function CategorySelect(control: FieldControl) {
  return <ScopeSelect {...control} scope="category" options={useCategoryOptions(false)} />
}

interface LinkProps extends FieldControl {
  scope: string
  label: string
  placeholder: string
  /** The name of what is chosen as the form begins. */
  name: string
  find: (text: string) => Promise<PickOption<{ id: number }>[]>
}

/** Something that is found by typing, open while the policy is of this scope; sends its id. */
function ScopeLink({ scope, label, placeholder, name, find, ...control }: LinkProps) {
  const { id, value, disabled, onChange } = control
  const [text, setText] = useState(name)
  const shown = isOf(scope, control) && value != null ? text : ''
  if (disabled || !isOf(scope, control)) return <Input id={id} disabled value={shown} />
  return (
    <Autocomplete
      id={id}
      label={label}
      text={shown}
      placeholder={placeholder}
      find={find}
      onChange={(option) => {
        setText(option?.label ?? '')
        onChange(option?.value.id ?? null)
      }}
    />
  )
}

/** Series that the text names, each with its brand. */
async function findSeries(text: string): Promise<PickOption<{ id: number }>[]> {
  const { rows } = await call(carModelRoutes.choices, { query: text ? { q: text } : {}, quiet: true })
  return rows
    .filter(({ modelId }) => modelId === null)
    .map(({ seriesId, name, hint }) => ({ id: seriesId, label: name, hint, value: { id: seriesId } }))
}

/** 基本 of a policy: whose it is, and what it covers. */
export const basicFields = (known: Known): MasterField[] => [
  { name: 'code', title: '编码', help: '空白时自动生成' },
  { name: 'name', title: '名称', required: true },
  {
    name: 'manufacturerId',
    title: '厂家',
    required: true,
    initial: null,
    render: (control) => <ManufacturerLink {...control} />,
    help: '往来单位中角色含厂家的单位',
  },
  { name: 'scope', title: '范围', kind: 'select', required: true, initial: 'vehicle', options: policyScopes },
  {
    name: 'brandId',
    title: '品牌',
    initial: null,
    render: (control) => <BrandSelect {...control} />,
    help: '整车政策填写',
  },
  {
    name: 'seriesId',
    title: '车系',
    initial: null,
    render: (control) => (
      <ScopeLink
        {...control}
        scope="vehicle"
        label="车系"
        placeholder="品牌 / 车系 / 拼音"
        name={known?.seriesId == null ? '' : known.objectName}
        find={findSeries}
      />
    ),
    help: '空白为整个品牌',
  },
  {
    name: 'categoryId',
    title: '配件分类',
    initial: null,
    render: (control) => <CategorySelect {...control} />,
    help: '包括下级分类',
  },
  {
    name: 'partId',
    title: '配件',
    initial: null,
    render: (control) => (
      <ScopeLink
        {...control}
        scope="part"
        label="配件"
        placeholder="编码 / 名称 / 拼音 / OE号"
        name={known?.partId == null ? '' : known.objectName}
        find={findParts}
      />
    ),
  },
  { name: 'remark', title: '备注', kind: 'area' },
  termsField,
]

const termColumns: RowColumn[] = [
  {
    name: 'validFrom',
    title: '生效日期',
    width: 126,
    render: ({ value, label, disabled, fault, onChange }) => (
      <DayInput
        size="small"
        label={label}
        title={fault}
        disabled={disabled}
        invalid={fault !== undefined}
        allowClear={false}
        day={typeof value === 'string' ? value : null}
        onChange={onChange}
      />
    ),
  },
  { name: 'months', title: '月数', kind: 'count', width: 64 },
  { name: 'km', title: '公里', kind: 'decimal', width: 84 },
  { name: 'labourRate', title: '工时单价', kind: 'decimal', width: 84 },
  { name: 'partPriceRule', title: '配件价格', kind: 'select', options: partPriceRules, width: 96 },
  { name: 'partRate', title: '× 系数', kind: 'decimal', width: 70 },
  { name: 'outingRate', title: '外出每公里', kind: 'decimal', width: 84 },
  { name: 'returnsOldParts', title: '旧件返厂', kind: 'check', width: 68 },
  { name: 'claimDays', title: '申报期限(天)', kind: 'count', width: 92 },
  {
    name: 'photos',
    title: '必须照片',
    render: ({ value, label, disabled, fault, onChange }) => (
      <Select
        size="small"
        mode="tags"
        aria-label={label}
        title={fault}
        status={fault === undefined ? '' : 'error'}
        disabled={disabled}
        tokenSeparators={['、', ',', '，', ';', '；']}
        placeholder={disabled ? '' : '如 铭牌、故障件、里程表'}
        value={(value as string[] | undefined) ?? []}
        onChange={onChange}
        open={false}
      />
    ),
  },
]

/** The day after the last of the days from today on that have terms already, one after the other. */
function nextDay(rows: readonly Row[], day: string): string {
  return rows.some((row) => row['validFrom'] === day) ? nextDay(rows, addDays(day, 1)) : day
}

/** New terms begin today, or on the next day that has none. */
const newTerm = (rows: readonly Row[]): Row => ({
  validFrom: nextDay(rows, shanghaiDay()),
  months: null,
  km: null,
  labourRate: null,
  partPriceRule: 'purchase',
  partRate: '1',
  outingRate: null,
  returnsOldParts: false,
  claimDays: null,
  photos: [],
})

/** 条款 over time: what others have followed, or bills are claimed by, is shown and stays. */
const termsField: MasterField = {
  name: 'terms',
  title: '条款',
  wide: true,
  columns: termColumns,
  initial: [],
  render: (control) => (
    <SubTableField
      control={control}
      columns={termColumns}
      empty={newTerm}
      addText="添加条款"
      isFixed={(row) => row['isFixed'] === true}
    />
  ),
  help: '按修理日期取已生效的最新一条；月数与公里先到为止，金额含税。已被接替或已有三包单使用的条款不能改，变化时添加一条新的。',
}
