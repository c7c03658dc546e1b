import { mobilePattern, smsCodePattern } from '@chepu/contract/kernel/patterns'
import { codeWaitSeconds } from '@chepu/contract/shell/sign-in-paths'
import { CallError, send } from '../../../kit/base/call'
import { toast } from '../../../kit/base/toast'
import { asksCaptcha, captchaField, captchaIn } from './captcha'

/** Fields for a mobile and the code that is sent to it; `name` tells apart two of them on one page. */
export const smsFields = (name: string) => `
  <label for="${name}-mobile">手机号</label>
  <input id="${name}-mobile" class="sms-mobile" inputmode="numeric" autocomplete="tel-national" maxlength="11">
  ${captchaField(name)}
  <label for="${name}-code">短信验证码</label>
  <div class="login-code">
    <input id="${name}-code" class="sms-code" inputmode="numeric" autocomplete="one-time-code" maxlength="6">
    <button type="button" class="sms-send">获取验证码</button>
  </div>
  <p class="login-error" role="alert"></p>`

interface SmsFields {
  mobile: () => string
  code: () => string
  /** What is wrong with them, or ''; puts the cursor there. */
  faultOf: () => string
  /** Empties the code after it was refused. */
  retype: () => void
}

/** Makes the fields of `smsFields` work. `path` and `query` are the call that sends a code. */
export function smsFieldsIn(form: HTMLFormElement, path: string, query: Record<string, string> = {}): SmsFields {
  const [mobile, code] = [
    form.querySelector('.sms-mobile') as HTMLInputElement,
    form.querySelector('.sms-code') as HTMLInputElement,
  ]
  const fault = form.querySelector('.login-error') as HTMLElement
  const wrong = (input: HTMLInputElement, text: string) => {
    input.focus()
    return text
  }
  const mobileFault = () => (mobilePattern.test(mobile.value.trim()) ? '' : wrong(mobile, '请输入正确的手机号'))
  const button = form.querySelector('.sms-send') as HTMLButtonElement
  const captcha = captchaIn(form)
  button.addEventListener('click', () => {
    const mobileIs = mobileFault()
    fault.textContent = mobileIs || captcha.faultOf()
    if (fault.textContent && !mobileIs) captcha.focus()
    if (fault.textContent || button.disabled) return
    button.disabled = true
    const asked = { ...query, ...captcha.answer(), mobile: mobile.value.trim() }
    send('GET', path, { query: asked, quiet: true }).then(
      () => {
        toast.success('验证码已发送，若未收到请确认手机号是否已登记')
        countDown(button)
        captcha.hide()
        code.focus()
      },
      (error: unknown) => {
        button.disabled = false
        const message = error instanceof CallError ? error.message : String(error)
        if (!asksCaptcha(error)) toast.error(message)
        else fault.textContent = message
        if (!asksCaptcha(error) && !captcha.answer()) return
        void captcha.renew()
        captcha.focus()
      },
    )
  })
  return {
    mobile: () => mobile.value.trim(),
    code: () => code.value.trim(),
    faultOf: () => mobileFault() || (smsCodePattern.test(code.value.trim()) ? '' : wrong(code, '请输入6位短信验证码')),
    retype: () => {
      code.value = ''
      code.focus()
    },
  }
}

/** The button says how long it rests; the clock decides, since a tab in the background counts slowly. */
function countDown(button: HTMLButtonElement): void {
  const until = Date.now() + codeWaitSeconds * 1000
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    button.disabled = left > 0
    button.textContent = left > 0 ? `${left}秒后重新获取` : '重新获取'
    if (left <= 0) clearInterval(timer)
  }
  const timer = setInterval(tick, 1000)
  tick()
}
