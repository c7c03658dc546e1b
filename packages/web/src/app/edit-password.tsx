import { changePassword, passwordInfo } from '@chepu/contract/shell/session'
import { userName } from '@chepu/contract/kernel/scalars'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { call, CallError } from '../kit/call'
import { useTabs } from '../kit/tabs'
import { toast } from '../kit/toast'
import { loadUser } from './sign-in'

interface Fields {
  old_password: string
  new_password: string
  confirm: string
}

const wellFormed = (_: unknown, value = '') => {
  const checked = userName.safeParse(value)
  return value === '' || checked.success
    ? Promise.resolve()
    : Promise.reject(new Error(checked.error.issues[0]?.message))
}

/** /editPwd/index: changes the own password and ends the user's other sessions. */
export default function EditPassword() {
  const [form] = Form.useForm<Fields>()
  const [who, setWho] = useState('')
  const [busy, setBusy] = useState(false)
  const { close } = useTabs()
  useEffect(() => {
    call(passwordInfo).then(
      ({ user, org }) => setWho([user.name, user.username, org?.orgname].filter(Boolean).join(' · ')),
      () => undefined,
    )
  }, [])

  const save = async (body: Fields) => {
    setBusy(true)
    try {
      await call(changePassword, { body })
      await loadUser()
      toast.success('密码已修改，其他设备上的登录已退出')
      close()
    } catch (error) {
      const faults = error instanceof CallError ? error.errors : []
      form.setFields(faults.map(({ path, message }) => ({ name: path as keyof Fields, errors: [message] })))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="narrow-page">
      <h1>密码修改</h1>
      <p className="soft">{who}</p>
      <Form form={form} layout="vertical" size="middle" requiredMark={false} onFinish={save} disabled={busy}>
        <Form.Item label="旧密码" name="old_password" rules={[{ required: true, message: '请输入旧密码' }]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
        <Form.Item
          label="新密码"
          name="new_password"
          extra="6-20位字母、数字或下划线"
          rules={[{ required: true, message: '请输入新密码' }, { validator: wellFormed }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          label="确认新密码"
          name="confirm"
          dependencies={['new_password']}
          rules={[
            { required: true, message: '请再次输入新密码' },
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                value === getFieldValue('new_password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的新密码不一致')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy} block>
          保存
        </Button>
      </Form>
    </section>
  )
}
