import { type MoneyDirection, otherMoneyPurposes } from '@chepu/contract/finance/other-money'
import { moneyDirections } from '@chepu/contract/basics/words'
import { recurringRoutes, type RecurringRow } from '@chepu/contract/finance/recurring-money'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Select } from 'antd'
import { useState } from 'react'
import { toast } from '../../kit/base/toast'
import { FormDialog } from '../../kit/form/form-dialog'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { MonthField } from '../../kit/form/month-field'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { useAccounts } from '../../pickers/accounts'
import { findPartners, useDepartments } from '../../pickers/lists'
import { useCategories } from './categories'

/** 新增 or 修改 of 固定收支; what was made of it stays as it is. */
export function RecurringDialog(props: { row: RecurringRow | undefined; onSaved: () => void; onClose: () => void }) {
  const { row } = props
  const fields = useFields(row?.partnerName ?? '')
  const preset = row ?? { fromMonth: Number.parseInt(shanghaiDay().slice(0, 7).replace('-', ''), 10), day: 1 }
  return (
    <FormDialog
      title={row ? `修改固定收支：${row.summary}` : '新增固定收支'}
      okText="保存"
      fields={fields}
      schema={recurringRoutes.save.body}
      preset={Object.fromEntries(fields.flatMap(({ name }) => (name in preset ? [[name, preset[name as never]]] : [])))}
      onSave={(body: object) => ({
        route: recurringRoutes.save,
        body: { ...body, ...(row && { id: row.id, version: row.version }) } as never,
      })}
      onSaved={() => {
        toast.success('固定收支已保存')
        props.onSaved()
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}

const named = (rows: readonly { id: number; name: string }[]) =>
  Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))

function useFields(partnerName: string): MasterField[] {
  const accounts = useAccounts()
  const departments = useDepartments()
  return [
    { name: 'summary', title: '摘要', required: true, wide: true, help: '如 店面房租、员工工资' },
    { name: 'direction', title: '收支', kind: 'select', options: moneyDirections, required: true, initial: 'out' },
    { name: 'categoryId', title: '类别', required: true, render: CategoryControl, initial: null },
    { name: 'amount', title: '金额', kind: 'decimal', required: true },
    { name: 'purpose', title: '结算', kind: 'select', options: otherMoneyPurposes, required: true, initial: 'cash' },
    {
      name: 'storeAccountId',
      title: '账户',
      kind: 'select',
      numeric: true,
      options: named(accounts),
      help: '现结必填',
    },
    {
      name: 'partnerId',
      title: '往来单位',
      initial: null,
      help: '挂账必填',
      render: (control) => <PartnerControl {...control} name={partnerName} />,
    },
    { name: 'departmentId', title: '部门', kind: 'select', numeric: true, options: named(departments) },
    { name: 'day', title: '每月几日', kind: 'integer', required: true, help: '当月没有这一天的，记在月末' },
    { name: 'fromMonth', title: '起始月份', required: true, render: MonthField, initial: null },
    { name: 'toMonth', title: '截止月份', render: MonthField, initial: null, help: '不填为长期' },
  ]
}

/** 类别 of the direction that is chosen beside it. */
function CategoryControl({ id, value, values, onChange }: FieldControl) {
  const options = useCategories(values['direction'] as MoneyDirection)
  const isOffered = options.some((option) => option.id === value)
  return (
    <Select
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      value={isOffered ? value : null}
      options={options.map((option) => ({ value: option.id, label: option.label }))}
      onChange={onChange}
    />
  )
}

function PartnerControl({ id, name, onChange }: FieldControl & { name: string }) {
  const [text, setText] = useState(name)
  return (
    <Autocomplete
      id={id}
      label="往来单位"
      text={text}
      placeholder="名称 / 拼音 / 手机尾号"
      find={(typed) => findPartners(typed, everyRole)}
      onChange={(option) => {
        setText(option?.label ?? '')
        onChange(option?.value.id ?? null)
      }}
    />
  )
}
