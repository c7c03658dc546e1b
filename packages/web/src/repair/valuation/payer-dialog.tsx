import { payerTypes, type PayerType } from '@chepu/contract/kernel/payer-types'
import type { ValuationRow } from '@chepu/contract/repair/valuation'
import { Select } from 'antd'
import { useState } from 'react'
import { toast } from '../../kit/base/toast'
import { useOneStep } from '../../kit/base/use-one-step'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { PageModal } from '../../kit/ui/page-modal'
import { filterOptions } from '../../kit/ui/pick-options'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { findPartners, useDepartments } from '../../pickers/lists'
import { saveValuation } from './save'
import '../../kit/ui/small-table.css'

type Named = { id: number; name: string } | undefined

/** Whom each payer is chosen among. */
const roles = { insurance: 'insurer', warranty: 'manufacturer' } as const

/** 改付费方 of the chosen lines: who pays them, and which company or department that is. */
export function PayerDialog({ input: rows, onDone }: DialogProps<readonly ValuationRow[], true>) {
  const [payer, setPayer] = useState<PayerType>(rows[0]?.payer ?? 'customer')
  const [partner, setPartner] = useState<Named>()
  const [department, setDepartment] = useState<Named>()
  const departments = useDepartments().map(({ id, name }) => ({ id, label: name, value: { id, name } }))
  const role = payer === 'insurance' || payer === 'warranty' ? roles[payer] : undefined
  const save = async () => {
    await saveValuation(rows, ({ lineId }) => ({
      lineId,
      payer,
      payerPartnerId: role ? (partner?.id ?? null) : null,
      payerDepartmentId: payer === 'internal' ? (department?.id ?? null) : null,
    }))
    toast.success('已改付费方')
    onDone(true)
  }
  const { busy, take } = useOneStep(save)
  const choose = (next: PayerType) => {
    setPayer(next)
    setPartner(undefined)
  }
  return (
    <PageModal
      open
      width={480}
      title={`改付费方：${rows.length}行材料`}
      okText="确定"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      <div className="small-table-field">
        <label htmlFor="mv-payer">付费方</label>
        <Select
          id="mv-payer"
          value={payer}
          options={Object.entries(payerTypes).map(([value, label]) => ({ value, label }))}
          onChange={(next) => choose(next as PayerType)}
        />
      </div>
      {role && (
        <div className="small-table-field">
          <label htmlFor="mv-partner">{role === 'insurer' ? '保险公司' : '三包厂家'}</label>
          <Autocomplete
            id="mv-partner"
            label="付费单位"
            text={partner?.name ?? ''}
            find={(text) => findPartners(text, role)}
            onChange={(option) => setPartner(option && { id: option.value.id, name: option.label })}
          />
        </div>
      )}
      {payer === 'internal' && (
        <div className="small-table-field">
          <label htmlFor="mv-department">承担部门</label>
          <Autocomplete
            id="mv-department"
            label="承担部门"
            text={department?.name ?? ''}
            entries={departments.length}
            find={(text) => filterOptions(departments, text)}
            onChange={(option) => setDepartment(option?.value)}
          />
        </div>
      )}
    </PageModal>
  )
}
