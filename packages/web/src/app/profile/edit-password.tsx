import { changePassword, passwordInfo } from '@chepu/contract/shell/session'
import { sendOwnCode } from '@chepu/contract/shell/sign-in'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { call } from '../../kit/base/call'
import {
  type FieldControl,
  type MasterField,
  MasterFailure,
  MasterFields,
  saveOnKey,
  useMasterForm,
} from '../../kit/form/master-form'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { OwnProfile } from './profile'
import { OwnSessions } from './own-sessions'
import { loadUser } from '../sign-in/sign-in'
import { SmsCodeField } from '../sign-in/sms-code-field'
import { mustChangePassword } from '../sign-in/storage'

const passwordField = (name: string, title: string, autoComplete: string, help?: string): MasterField => ({
  name,
  title,
  wide: true,
  ...(help ? { help } : {}),
  render: ({ id, value, onChange }) => (
    <Input.Password
      id={id}
      value={String(value)}
      autoComplete={autoComplete}
      autoFocus={name === 'old_password'}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
})

const freshFields = [
  passwordField('new_password', '新密码', 'new-password', '6-20位字母、数字或下划线'),
  passwordField('confirm', '确认新密码', 'new-password'),
]

/** Two ways to prove who one is: the old password, or a code to the own mobile. */
const proofs = {
  password: [passwordField('old_password', '旧密码', 'current-password'), ...freshFields],
  sms: [
    {
      name: 'code',
      title: '短信验证码',
      wide: true,
      render: (control: FieldControl) => (
        <SmsCodeField control={control} send={() => call(sendOwnCode, { body: undefined })} />
      ),
    },
    ...freshFields,
  ],
}

/** /editPwd/index: changes the own password and ends the user's other sessions. */
export default function EditPassword() {
  const info = useCall(passwordInfo)
  const [proof, setProof] = useState<keyof typeof proofs>('password')
  const other = proof === 'password' ? 'sms' : 'password'
  return (
    <section className="narrow-page">
      <h1>密码修改</h1>
      {mustChangePassword() && (
        <Alert
          type="info"
          showIcon
          title="您现在用的是一次性密码，请先修改密码"
          description="改好后就可以使用其他功能。"
        />
      )}
      <PasswordForm key={proof} fields={proofs[proof]} />
      <Button type="link" block onClick={() => setProof(other)}>
        {other === 'sms' ? '忘记旧密码？用短信验证' : '用旧密码验证'}
      </Button>
      {/* Name and mobile are his own to change once the password is. */}
      {info.data && !mustChangePassword() && <OwnProfile info={info.data} onChanged={() => void info.refetch()} />}
      <OwnSessions />
    </section>
  )
}

function PasswordForm({ fields }: { fields: readonly MasterField[] }) {
  const { close } = useTabs()
  const form = useMasterForm({
    fields,
    schema: changePassword.body,
    onSave: (body) => ({ route: changePassword, body: body as BodyOf<typeof changePassword> }),
    onSaved: async () => {
      await loadUser()
      toast.success('密码已修改，其他设备上的登录已退出')
      close()
    },
  })
  const save = () => void form.save(false)
  return (
    <form
      className="password-form"
      onKeyDown={saveOnKey(save)}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <MasterFailure form={form} />
      <MasterFields form={form} fields={fields} isNew />
      <Button type="primary" size="middle" htmlType="submit" loading={form.busy} block>
        保存
      </Button>
    </form>
  )
}
