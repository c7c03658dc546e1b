import './login.css'
import { productTitle } from '@chepu/contract/shell/constants'
import { setPageTitle } from '../../../kit/base/site'
import { onToast, toast } from '../../../kit/base/toast'
import { dressWithSite } from './site'
import { forceSignIn, type SignInResult } from '../sign-in'
import { storeJourney } from '../storage'

/** What a page before the sign-in may ask of the program around it. */
export interface LoginHooks {
  /** Signed in: '' continues where the user wanted to go. */
  entered: (path: '' | `/changeOrgA${string}`) => Promise<void>
  /** Shows another open page without loading anew. */
  goTo: (path: string) => void
}

const frame = (content: string) => `
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
    <div class="login-box">
      <div class="login-logo"><img src="/logo.svg" alt="" width="36" height="36"><span>${productTitle}</span></div>
      ${content}
    </div>
  </section>
  <dialog class="login-dialog" aria-labelledby="elsewhere-title">
    <h2 id="elsewhere-title">账号已在其他设备登录</h2>
    <p></p>
    <div><button type="button" value="cancel">取消</button><button type="button" value="force" class="strong">强制登录</button></div>
  </dialog>
  <div class="login-toasts" role="status" aria-live="polite"></div>
</main>`

export type Find = <T extends HTMLElement>(selector: string) => T

let stopToasts = () => {}

/** Draws a page before the sign-in, without any component library, so that it is there at once on a slow line (business/frame 11). */
export function drawFrame(root: HTMLElement, title: string, content: string): Find {
  setPageTitle(title)
  root.innerHTML = frame(content)
  dressWithSite(root.querySelector('.login') as HTMLElement)
  const find: Find = (selector) => root.querySelector(selector) as never
  stopToasts()
  stopToasts = onToast(({ kind, text, seconds }) => drawToast(find('.login-toasts'), kind, text, seconds))
  return find
}

function drawToast(place: HTMLElement, kind: string, text: string, seconds: number): void {
  const line = document.createElement('p')
  line.className = `is-${kind}`
  line.textContent = text
  place.append(line)
  setTimeout(() => line.remove(), seconds * 1000)
}

/** Goes on from step one, whichever way led there: into the program, to the organisations, to the question, to /bind. */
export async function goOn(result: SignInResult, find: Find, hooks: LoginHooks, provider = ''): Promise<void> {
  if (result.done === 'bind') {
    storeJourney({ search: location.search, binding: { ticket: result.ticket, provider } })
    return hooks.goTo('/bind')
  }
  if (result.done === 'elsewhere') {
    if (!(await askForce(find('dialog'), result.message))) return
    return goOn(await forceSignIn(result.code), find, hooks, provider)
  }
  stopToasts()
  await hooks.entered(result.done === 'chooseOrg' ? `/changeOrgA${location.search}` : '')
}

/** True when the user wants the other device signed out. */
function askForce(dialog: HTMLDialogElement, message: string): Promise<boolean> {
  ;(dialog.querySelector('p') as HTMLElement).textContent = message
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === 'force')
    for (const button of dialog.querySelectorAll('button')) button.onclick = () => dialog.close(button.value)
    dialog.oncancel = () => {
      dialog.returnValue = ''
    }
  })
}

/**
 * Makes a form do its work once at a time: `faultOf` says what is wrong with it or '', a failure is shown as a toast.
 * `failed` hears of it, for example to show the captcha.
 */
export function onSubmit(
  form: HTMLFormElement,
  does: { faultOf: () => string; work: () => Promise<void>; failed?: (error: unknown) => void },
): void {
  const submit = form.querySelector('[type=submit]') as HTMLButtonElement
  const label = submit.textContent
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const fault = does.faultOf()
    ;(form.querySelector('.login-error') as HTMLElement).textContent = fault
    if (fault || submit.disabled) return
    submit.disabled = true
    submit.textContent = `正在${label}…`
    does
      .work()
      .catch((error: unknown) => {
        toast.error(error instanceof Error ? error.message : String(error))
        does.failed?.(error)
      })
      .finally(() => {
        submit.disabled = false
        submit.textContent = label
      })
  })
}
