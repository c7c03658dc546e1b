import { createUserInCentre } from '@chepu/contract/shell/registration'
import { mobile } from '@chepu/contract/kernel/scalars'
import { sendRegisterCode } from '@chepu/contract/shell/sign-in'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../kit/call'
import { type FieldControl, MasterFailure, type MasterField, MasterFields, useMasterForm } from '../../kit/master-form'
import { toast } from '../../kit/toast'

/** Seconds until a code may be sent again. */
const waitSeconds = 60

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
  { name: 'code', title: '短信验证码', required: true, render: (control) => <CodeField {...control} /> },
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

/** The code, and the button that sends one to the mobile above and then rests for a minute. */
function CodeField({ id, value, onChange, values }: FieldControl) {
  const [until, setUntil] = useState(0)
  const left = useSecondsTo(until)
  const send = async () => {
    const given = mobile.safeParse(values.mobile)
    if (!given.success) return toast.error('请输入正确的手机号')
    setUntil(Date.now() + waitSeconds * 1000)
    await call(sendRegisterCode, { query: { mobile: given.data } }).then(
      () => toast.success('验证码已发送'),
      () => setUntil(0),
    )
  }
  return (
    <div className="register-code">
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <Button disabled={left > 0} onClick={() => void send()}>
        {left > 0 ? `${left}秒后重新获取` : '获取验证码'}
      </Button>
    </div>
  )
}

/** Whole seconds until a moment, 0 after it. */
function useSecondsTo(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
