import { applicationForm, orgTypes, registerOrg } from '@chepu/contract/access/registration'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import {
  type FieldControl,
  MasterFailure,
  type MasterField,
  MasterFields,
  useMasterForm,
} from '../../../kit/form/master-form'
import { RegionCascader } from '../../../pickers/region-cascader'
import { Agreement } from './agreement'
import { LicenceField } from './licence-field'

const schema = applicationForm.extend({ agreed: z.literal(true, { error: '请阅读并同意《车铺服务协议》' }) })

const region = ({ id, value, onChange }: FieldControl) => (
  <RegionCascader id={id} value={String(value ?? '')} open complete onChange={onChange} />
)

/** The company; `onDone` once it waits for a decision. */
export function CompanyStep(props: { ticket: string; onDone: (company: string) => void }) {
  const [reading, setReading] = useState(false)
  const fields: MasterField[] = [
    { name: 'name', title: '企业名称', required: true, wide: true, help: '与营业执照一致' },
    { name: 'credit_code', title: '统一社会信用代码', required: true },
    { name: 'org_type', title: '企业类型', kind: 'select', options: orgTypes, required: true },
    { name: 'region_code', title: '地区', required: true, render: region },
    { name: 'address', title: '详细地址' },
    { name: 'contact', title: '联系人', required: true },
    { name: 'licence', title: '营业执照', required: true, wide: true, render: LicenceField },
    {
      name: 'agreed',
      title: '服务协议',
      wide: true,
      initial: false,
      render: ({ id, value, onChange }) => (
        <Checkbox id={id} checked={value === true} onChange={(event) => onChange(event.target.checked)}>
          我已阅读并同意
          <button
            type="button"
            className="kit-link"
            onClick={(event) => {
              event.preventDefault()
              setReading(true)
            }}
          >
            《车铺服务协议》
          </button>
        </Checkbox>
      ),
    },
  ]
  const form = useMasterForm({
    fields,
    schema,
    onSave: (body) => {
      const { agreed: _, ...company } = body as z.output<typeof schema>
      return { route: registerOrg, body: { ...company, ticket: props.ticket } }
    },
    onSaved: (): void => props.onDone(String(form.values.name).trim()),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.save(false)
      }}
    >
      <MasterFailure form={form} />
      <MasterFields form={form} fields={fields} isNew />
      <div className="register-foot">
        <Button type="primary" size="large" htmlType="submit" loading={form.busy}>
          提交申请
        </Button>
      </div>
      {reading && (
        <Agreement
          onClose={(agreed) => {
            setReading(false)
            if (agreed) form.set('agreed', true)
          }}
        />
      )}
    </form>
  )
}
