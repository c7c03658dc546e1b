import { createUserInCentre } from '@chepu/contract/access/registration'
import { mobile } from '@chepu/contract/kernel/scalars'
import { sendRegisterCode } from '@chepu/contract/shell/sign-in'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { call, CallError } from '../../../kit/base/call'
import {
  type FieldControl,
  MasterFailure,
  type MasterField,
  MasterFields,
  useMasterForm,
} from '../../../kit/form/master-form'
import { toast } from '../../../kit/base/toast'
import { CaptchaField, noCaptcha, type TypedCaptcha } from '../captcha-field'
import { SmsCodeField } from '../sms-code-field'

/** Sends the code to the typed mobile; what is wrong with the picture's characters is `refused`, the rest is told here. */
const codeField = (refused: (error: CallError | undefined) => void) => (control: FieldControl) => (
  <SmsCodeField
    control={control}
    send={async () => {
      const given = mobile.safeParse(control.values.mobile)
      if (!given.success) {
        toast.error('请输入正确的手机号')
        throw new Error('no mobile')
      }
      try {
        const { captcha_id, captcha } = control.values.captcha as TypedCaptcha
        await call(sendRegisterCode, { query: { mobile: given.data, captcha_id, captcha }, quiet: true })
        refused(undefined)
      } catch (error) {
        if (error instanceof CallError) refused(error)
        throw error
      }
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

const fieldsOf = (round: number, refused: (error: CallError | undefined) => void): MasterField[] => [
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
  {
    name: 'captcha',
    title: '图形验证码',
    required: true,
    initial: noCaptcha,
    render: (control) => <CaptchaField key={round} control={control} />,
  },
  { name: 'code', title: '短信验证码', required: true, wide: true, render: codeField(refused) },
  { name: 'username', title: '用户名', required: true, wide: true },
  { name: 'password', title: '密码', required: true, render: secret },
  { name: 'confirm', title: '确认密码', required: true, render: secret },
]

const schema = createUserInCentre.body
  .extend({ confirm: z.string() })
  .refine((body) => body.password === body.confirm, { path: ['confirm'], message: '两次输入的密码不一致' })

/** The applicant's own account; answers the ticket of the second step and the user name. */
export function AccountStep(props: { onDone: (done: { ticket: string; username: string }) => void }) {
  /** Rises with every try: a picture is good for one. */
  const [round, setRound] = useState(0)
  const fields = fieldsOf(round, (error) => {
    setRound((old) => old + 1)
    form.set('captcha', noCaptcha)
    if (error?.errors.some(({ path }) => path === 'captcha')) form.fail(error)
    else if (error) toast.error(error.message)
  })
  const form = useMasterForm({
    fields,
    schema,
    onSave: (body) => {
      const { confirm: _, ...account } = body as z.output<typeof schema>
      return { route: createUserInCentre, body: account }
    },
    onSaved: ({ ticket }): void => props.onDone({ ticket, username: String(form.values.username).trim() }),
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
