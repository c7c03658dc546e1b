import { captchaMinutes } from '@chepu/contract/shell/sign-in-paths'
import { captcha } from '@chepu/contract/shell/sign-in'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import type { FieldControl } from '../../kit/form/master-form'

/** What was typed of which picture. */
export interface TypedCaptcha {
  captcha_id: string
  captcha: string
}

export const noCaptcha: TypedCaptcha = { captcha_id: '', captcha: '' }

/** A picture that is nearly over is changed before somebody types what it shows. */
const freshMs = (captchaMinutes - 0.5) * 60_000

/** The characters of a picture; a click shows another one. */
export function CaptchaField({ control }: { control: FieldControl }) {
  const { id, value, onChange } = control
  const [image, setImage] = useState('')
  const shownAt = useRef(0)
  const pictureId = useRef('')
  const renew = async () => {
    shownAt.current = Date.now()
    const picture = await call(captcha, { quiet: true }).catch(() => undefined)
    pictureId.current = picture?.captcha_id ?? ''
    setImage(picture?.image ?? '')
  }
  useEffect(() => void renew(), [])
  const { captcha: typed } = value as TypedCaptcha
  return (
    <div className="sms-code-field captcha-field">
      <Input
        id={id}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={4}
        value={typed}
        onFocus={() => {
          if (typed === '' && Date.now() - shownAt.current > freshMs) void renew()
        }}
        onChange={(event) => onChange({ captcha_id: pictureId.current, captcha: event.target.value.trim() })}
      />
      <Button
        title="看不清？换一张"
        onClick={() => {
          onChange(noCaptcha)
          void renew()
        }}
      >
        <img src={image || undefined} alt="图形验证码，点击换一张" width={120} height={42} />
      </Button>
    </div>
  )
}
