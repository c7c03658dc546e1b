import { codeWaitSeconds } from '@chepu/contract/shell/sign-in-paths'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import type { FieldControl } from '../../kit/form/master-form'
import { toast } from '../../kit/base/toast'

/** A code sent by SMS, and the button that sends one and then rests for a minute. `send` tells itself what went wrong. */
export function SmsCodeField(props: { control: FieldControl; send: () => Promise<unknown> }) {
  const { id, value, onChange } = props.control
  const [until, setUntil] = useState(0)
  const left = useSecondsTo(until)
  const send = () => {
    setUntil(Date.now() + codeWaitSeconds * 1000)
    props.send().then(
      () => toast.success('验证码已发送'),
      () => setUntil(0),
    )
  }
  return (
    <div className="sms-code-field">
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <Button disabled={left > 0} onClick={send}>
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
