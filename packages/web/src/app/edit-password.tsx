import { changePassword, passwordInfo } from '@chepu/contract/shell/session'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { call } from '../kit/call'
import { type MasterField, MasterFailure, MasterFields, saveOnKey, useMasterForm } from '../kit/master-form'
import { useTabs } from '../kit/tabs'
import { toast } from '../kit/toast'
import { loadUser } from './sign-in'

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

const fields = [
  passwordField('old_password', '旧密码', 'current-password'),
  passwordField('new_password', '新密码', 'new-password', '6-20位字母、数字或下划线'),
  passwordField('confirm', '确认新密码', 'new-password'),
]

/** /editPwd/index: changes the own password and ends the user's other sessions. */
export default function EditPassword() {
  const [who, setWho] = useState('')
  const { close } = useTabs()
  useEffect(() => {
    call(passwordInfo).then(
      ({ user, org }) => setWho([user.name, user.username, org?.orgname].filter(Boolean).join(' · ')),
      () => undefined,
    )
  }, [])
  const form = useMasterForm({
    fields,
    schema: changePassword.body,
    onSave: async (body) => {
      await call(changePassword, { body: body as BodyOf<typeof changePassword>, quiet: true })
      await loadUser()
    },
    onSaved: () => {
      toast.success('密码已修改，其他设备上的登录已退出')
      close()
    },
  })
  const save = () => void form.save(false)
  return (
    <section className="narrow-page">
      <h1>密码修改</h1>
      <p className="soft">{who}</p>
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
    </section>
  )
}
