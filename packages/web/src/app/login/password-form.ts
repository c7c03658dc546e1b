import { CallError, send } from '../../kit/call'
import { signIn } from '../sign-in'
import { type Find, goOn, type LoginHooks, onSubmit } from './frame'

export const passwordForm = `
<form class="login-form" id="password-form" novalidate>
  <label for="username">用户名</label>
  <input id="username" name="username" autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="64">
  <label for="password">密码</label>
  <div class="login-password">
    <input id="password" name="password" type="password" autocomplete="current-password" maxlength="64">
    <button type="button" class="login-reveal" aria-pressed="false">显示</button>
  </div>
  <div class="login-captcha" hidden>
    <label for="captcha">图形验证码</label>
    <div class="login-code">
      <input id="captcha" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="4">
      <button type="button" title="看不清？换一张"><img alt="图形验证码，点击换一张" width="120" height="42"></button>
    </div>
  </div>
  <p class="login-error" role="alert"></p>
  <button type="submit" class="login-submit">登录</button>
</form>`

/** Signing in with user name and password; the captcha shows once the server asks for it. */
export function runPasswordForm(find: Find, hooks: LoginHooks): void {
  const form = find<HTMLFormElement>('#password-form')
  const [username, password] = [find<HTMLInputElement>('#username'), find<HTMLInputElement>('#password')]
  const captcha = captchaIn(find('.login-captcha'))
  find('.login-reveal').addEventListener('click', (event) => reveal(event.currentTarget as HTMLElement, password))
  onSubmit(form, {
    faultOf: () => {
      const fault = faultOf(username.value, password.value) || captcha.faultOf()
      if (fault === captchaMissing) captcha.focus()
      else if (fault) (username.value.trim() ? password : username).focus()
      return fault
    },
    work: async () => goOn(await signIn(username.value, password.value, captcha.answer()), find, hooks),
    failed: (error) => {
      const asked = error instanceof CallError && error.errors.some(({ path }) => path === 'captcha')
      if (asked || captcha.answer()) void captcha.renew()
      password.select()
    },
  })
  username.focus()
}

/** What is wrong with the typed pair, or ''. */
function faultOf(username: string, password: string): string {
  if (!username.trim()) return '请输入用户名'
  if (!password) return '请输入密码'
  return /\s/.test(username.trim() + password) ? '用户名或密码不能包含空格！' : ''
}

const captchaMissing = '请输入图形验证码'

function captchaIn(place: HTMLElement) {
  const input = place.querySelector('input') as HTMLInputElement
  const image = place.querySelector('img') as HTMLImageElement
  let id = ''
  const renew = async () => {
    place.hidden = false
    input.value = ''
    const picture = await send<{ captcha_id: string; image: string }>('GET', '/api-base-user/captcha').catch(() => null)
    id = picture?.captcha_id ?? ''
    image.src = picture?.image ?? ''
  }
  place.querySelector('button')?.addEventListener('click', () => void renew())
  return {
    renew,
    focus: () => input.focus(),
    faultOf: () => (place.hidden || input.value.trim() ? '' : captchaMissing),
    answer: () => (place.hidden ? undefined : { captcha_id: id, captcha: input.value.trim() }),
  }
}

function reveal(button: HTMLElement, password: HTMLInputElement): void {
  const shown = password.type === 'text'
  password.type = shown ? 'password' : 'text'
  button.textContent = shown ? '显示' : '隐藏'
  button.setAttribute('aria-pressed', String(!shown))
}
