import {
  creditPolicyLabels,
  creditTerms,
  type PartnerRow,
  partnerRoutes,
  type PartnerView,
} from '@chepu/contract/customers/partner'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { useState } from 'react'
import { FormDialog } from '../../kit/form/form-dialog'
import type { FieldControl, FormValues, MasterField } from '../../kit/form/master-form'
import { MergeNote } from '../../kit/form/merge-note'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { findPartners, useEmployees } from '../../pickers/lists'

/** 转业务员 of the ticked customers. */
export function TransferDialog({ input, onDone }: DialogProps<readonly PartnerRow[], true>) {
  const employees = useEmployees()
  return (
    <FormDialog
      title={`转业务员：${input.length}个客户`}
      schema={partnerRoutes.transfer.body}
      preset={{ ids: input.map((row) => row.id) }}
      fields={[
        {
          name: 'salespersonId',
          title: '新业务员',
          kind: 'select',
          numeric: true,
          wide: true,
          options: Object.fromEntries(employees.map(({ id, name }) => [id, name])),
          help: '留空则不属于任何业务员',
        },
      ]}
      onSave={(body) => ({ route: partnerRoutes.transfer, body })}
      onSaved={() => {
        toast.success('已转业务员')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

function PartnerLink({ id, onChange }: FieldControl) {
  const [text, setText] = useState('')
  return (
    <Autocomplete
      id={id}
      label="重复的单位"
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

/** 合并客户, and other partners alike: the doubled one is taken up into the row's. */
export function MergeDialog({ input, onDone }: DialogProps<PartnerRow, true>) {
  const noteOf = ({ sourceId }: FormValues) => (
    <MergeNote route={partnerRoutes.mergePreview} id={input.id} sourceId={sourceId} />
  )
  return (
    <FormDialog
      title={`合并到 ${input.name}`}
      okText="合并"
      schema={partnerRoutes.merge.body}
      fields={[
        {
          name: 'sourceId',
          title: '重复的单位',
          required: true,
          wide: true,
          initial: null,
          render: (control) => <PartnerLink {...control} />,
          help: '其往来余额、联系人、地址、协议价等并入本单位，然后停用；已有单据不变。',
        },
      ]}
      note={noteOf}
      onSave={(body) => ({ route: partnerRoutes.merge, params: { id: input.id }, body })}
      onSaved={() => {
        toast.success('已合并')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

const creditFields: MasterField[] = [
  { name: 'creditLimit', title: '信用额度', kind: 'decimal', help: '0为不赊账，留空为不限', initial: '0' },
  { name: 'creditDays', title: '账期(天)', kind: 'integer', initial: 0 },
  {
    name: 'creditPolicy',
    title: '超额处理',
    kind: 'select',
    options: creditPolicyLabels,
    required: true,
    initial: 'block',
  },
]

/** 改信用额度 of one partner. */
export function CreditDialog({ input, onDone }: DialogProps<{ id: number }, true>) {
  const found = useCall(partnerRoutes.read, { params: { id: input.id } })
  if (!found.data) return null
  return <CreditForm partner={found.data} onDone={onDone} />
}

function CreditForm(props: { partner: PartnerView; onDone: (done?: true) => void }) {
  const { partner, onDone } = props
  const { creditLimit = null, creditDays, creditPolicy, version } = partner
  return (
    <FormDialog
      title={`改信用额度：${partner.name}`}
      schema={creditTerms.extend({ version: partnerRoutes.credit.body.shape.version })}
      preset={{ creditLimit: creditLimit && trimZeros(creditLimit), creditDays, creditPolicy, version }}
      fields={creditFields}
      onSave={(body) => ({ route: partnerRoutes.credit, params: { id: partner.id }, body })}
      onSaved={() => {
        toast.success('已保存')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}
