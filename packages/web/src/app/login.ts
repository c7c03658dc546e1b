import './login.css'
import { productTitle } from '@chepu/contract/shell/constants'
import { onToast, toast } from '../kit/toast'
import { signIn } from './sign-in'
import { takeNotice } from './storage'

export interface LoginHooks {
  /** Fetches the shell when the browser is idle. */
  prefetch: () => void
  /** Signed in: '' continues where the user wanted to go. */
  entered: (path: '' | `/changeOrgA${string}`) => Promise<void>
}

const page = `
<main class="login">
  <section class="login-brand" aria-hidden="true">
    <img src="/logo.svg" alt="" width="56" height="56">
    <p class="login-name">${productTitle}</p>
    <p class="login-line">汽配进销存 · 维修门店 · 财务往来</p>
    <ul class="login-points">
      <li>采购、销售、库存一本账，每一分钱对得上</li>
      <li>键盘与扫码枪开单，柜台不等人</li>
      <li>多门店、多仓库，按岗位授权</li>
    </ul>
  </section>
  <section class="login-panel">
    <form class="login-form" novalidate>
      <div class="login-logo"><img src="/logo.svg" alt="" width="36" height="36"><span>${productTitle}</span></div>
      <h1>登录</h1>
      <label for="username">用户名</label>
      <input id="username" name="username" autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="64">
      <label for="password">密码</label>
      <div class="login-password">
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="64">
        <button type="button" class="login-reveal" aria-pressed="false">显示</button>
      </div>
      <p class="login-error" role="alert"></p>
      <button type="submit" class="login-submit">登录</button>
    </form>
  </section>
  <dialog class="login-dialog" aria-labelledby="elsewhere-title">
    <h2 id="elsewhere-title">账号已在其他设备登录</h2>
    <p></p>
    <div><button type="button" value="cancel">取消</button><button type="button" value="force" class="strong">强制登录</button></div>
  </dialog>
  <div class="login-toasts" role="status" aria-live="polite"></div>
</main>`

/** Draws the sign-in page without any component library, so that it is there at once on a slow line (DESIGN 6). */
export function showLogin(root: HTMLElement, hooks: LoginHooks): void {
  document.title = `登录 - ${productTitle}`
  root.innerHTML = page
  const find = <T extends HTMLElement>(selector: string) => root.querySelector(selector) as T
  const form = find<HTMLFormElement>('form')
  const [username, password] = [find<HTMLInputElement>('#username'), find<HTMLInputElement>('#password')]
  const submit = find<HTMLButtonElement>('.login-submit')
  const stopToasts = onToast(({ text, seconds }) => drawToast(find('.login-toasts'), text, seconds))

  const enter = async (force: boolean) => {
    const problem = faultOf(username.value, password.value)
    find('.login-error').textContent = problem
    if (problem) return (username.value.trim() ? password : username).focus()
    submit.disabled = true
    submit.textContent = '正在登录…'
    try {
      const result = await signIn(username.value, password.value, force)
      if (result.done === 'elsewhere') return askForce(find('dialog'), result.message, () => void enter(true))
      stopToasts()
      await hooks.entered(result.done === 'chooseOrg' ? `/changeOrgA${location.search}` : '')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
      password.select()
    } finally {
      submit.disabled = false
      submit.textContent = '登录'
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void enter(false)
  })
  find('.login-reveal').addEventListener('click', (event) => reveal(event.currentTarget as HTMLElement, password))
  username.focus()
  const notice = takeNotice()
  if (notice) toast.expired(notice)
  whenIdle(hooks.prefetch)
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

function askForce(dialog: HTMLDialogElement, message: string, force: () => void): void {
  ;(dialog.querySelector('p') as HTMLElement).textContent = message
  for (const button of dialog.querySelectorAll('button')) {
    button.onclick = () => {
      dialog.close()
      if (button.value === 'force') force()
    }
  }
  dialog.showModal()
}

function drawToast(place: HTMLElement, text: string, seconds: number): void {
  const line = document.createElement('p')
  line.textContent = text
  place.append(line)
  setTimeout(() => line.remove(), seconds * 1000)
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 })
  else setTimeout(work, 1500)
}
