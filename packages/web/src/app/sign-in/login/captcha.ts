import { signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { CallError, send } from '../../../kit/base/call'

/** The characters of a picture, hidden until the server asks for them; `name` tells apart two of them on one page. */
export const captchaField = (name: string) => `
  <div class="login-captcha" hidden>
    <label for="${name}-captcha">图形验证码</label>
    <div class="login-code">
      <input id="${name}-captcha" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="4">
      <button type="button" title="看不清？换一张"><img alt="图形验证码，点击换一张" width="120" height="42"></button>
    </div>
  </div>`

export const captchaMissing = '请输入图形验证码'

/** Whether a refusal asks for the picture's characters. */
export const asksCaptcha = (error: unknown): boolean =>
  error instanceof CallError && error.errors.some(({ path }) => path === 'captcha')

/** Makes the `captchaField` of a form work. */
export function captchaIn(form: HTMLElement) {
  const place = form.querySelector('.login-captcha') as HTMLElement
  const input = place.querySelector('input') as HTMLInputElement
  const image = place.querySelector('img') as HTMLImageElement
  let id = ''
  /** Shows another picture: each is good for one try. */
  const renew = async () => {
    place.hidden = false
    input.value = ''
    const picture = await send<{ captcha_id: string; image: string }>('GET', signInPaths.captcha).catch(() => null)
    id = picture?.captcha_id ?? ''
    image.src = picture?.image ?? ''
  }
  place.querySelector('button')?.addEventListener('click', () => void renew())
  return {
    renew,
    /** Until it is asked for again. */
    hide: () => {
      place.hidden = true
    },
    focus: () => input.focus(),
    faultOf: () => (place.hidden || input.value.trim() ? '' : captchaMissing),
    answer: () => (place.hidden ? undefined : { captcha_id: id, captcha: input.value.trim() }),
  }
}
