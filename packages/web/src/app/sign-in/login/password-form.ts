import { signIn } from '../sign-in'
import { asksCaptcha, captchaField, captchaIn, captchaMissing } from './captcha'
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
  ${captchaField('password')}
  <p class="login-error" role="alert"></p>
  <button type="submit" class="login-submit">登录</button>
</form>`

/** Signing in with user name and password; the captcha shows once the server asks for it. */
export function runPasswordForm(find: Find, hooks: LoginHooks): void {
  const form = find<HTMLFormElement>('#password-form')
  const [username, password] = [find<HTMLInputElement>('#username'), find<HTMLInputElement>('#password')]
  const captcha = captchaIn(form)
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
      if (asksCaptcha(error) || captcha.answer()) void captcha.renew()
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

function reveal(button: HTMLElement, password: HTMLInputElement): void {
  const shown = password.type === 'text'
  password.type = shown ? 'password' : 'text'
  button.textContent = shown ? '显示' : '隐藏'
  button.setAttribute('aria-pressed', String(!shown))
}
