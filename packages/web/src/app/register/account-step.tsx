import { createUserInCentre } from '@chepu/contract/shell/registration'
import { mobile } from '@chepu/contract/kernel/scalars'
import { sendRegisterCode } from '@chepu/contract/shell/sign-in'
import { Button, Input } from 'antd'
import { z } from 'zod'
import { call } from '../../kit/call'
import { type FieldControl, MasterFailure, type MasterField, MasterFields, useMasterForm } from '../../kit/master-form'
import { toast } from '../../kit/toast'
import { SmsCodeField } from '../sms-code-field'

const codeField = (control: FieldControl) => (
  <SmsCodeField
    control={control}
    send={async () => {
      const given = mobile.safeParse(control.values.mobile)
      if (given.success) return call(sendRegisterCode, { query: { mobile: given.data } })
      toast.error('请输入正确的手机号')
      throw new Error('no mobile')
    }}
  />
)

const secret = ({ id, value, onChange }: FieldControl) => (
  <Input.Password
    id={id}
    autoComplete="new-password"
    maxLength={20}
    value={String(value ?? '')}
    onChange={(event) => onChange(event.target.value)}
  />
)

const fields: MasterField[] = [
  {
    name: 'mobile',
    title: '手机号',
    required: true,
    render: ({ id, value, onChange }) => (
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={11}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    ),
  },
  { name: 'code', title: '短信验证码', required: true, render: codeField },
  { name: 'username', title: '用户名', required: true, wide: true },
  { name: 'password', title: '密码', required: true, render: secret },
  { name: 'confirm', title: '确认密码', required: true, render: secret },
]

const schema = createUserInCentre.body
  .extend({ confirm: z.string() })
  .refine((body) => body.password === body.confirm, { path: ['confirm'], message: '两次输入的密码不一致' })

/** The applicant's own account; answers the ticket of the second step and the user name. */
export function AccountStep(props: { onDone: (done: { ticket: string; username: string }) => void }) {
  const form = useMasterForm({
    fields,
    schema,
    onSave: async (body) => {
      const { confirm: _, ...account } = body as z.output<typeof schema>
      const { ticket } = await call(createUserInCentre, { body: account, quiet: true })
      props.onDone({ ticket, username: account.username })
    },
    onSaved: () => undefined,
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
          下一步
        </Button>
      </div>
    </form>
  )
}
