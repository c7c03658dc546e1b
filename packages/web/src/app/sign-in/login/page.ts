import { signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { send } from '../../../kit/base/call'
import { toast } from '../../../kit/base/toast'
import { signInBySms } from '../sign-in'
import { takeNotice } from '../storage'
import { drawFrame, type Find, goOn, type LoginHooks, onSubmit } from './frame'
import { passwordForm, runPasswordForm } from './password-form'
import { goToProvider, showQrFrame } from './provider-frame'
import { smsFields, smsFieldsIn } from './sms-code'

interface Ways {
  wechat: boolean
  wecom: boolean
  iam: boolean
}

/** Tabs of the ways, in their order; the outside ones are hidden until the server says that they are connected. */
const tabs = [
  { key: 'password', title: '密码登录', panel: passwordForm },
  {
    key: 'sms',
    title: '短信登录',
    panel: `<form class="login-form" id="sms-form" novalidate>${smsFields('sms')}
      <button type="submit" class="login-submit">登录</button></form>`,
  },
  { key: 'wechat', title: '微信登录', panel: '' },
  { key: 'wecom', title: '企业微信', panel: '' },
] as const

const content = `
<h1>登录</h1>
<div class="login-tabs" role="tablist" aria-label="登录方式">
  ${tabs
    .map(
      ({ key, title }, i) =>
        `<button type="button" role="tab" id="tab-${key}" aria-controls="panel-${key}" aria-selected="${i === 0}"
          tabindex="${i === 0 ? 0 : -1}" ${i > 1 ? 'hidden' : ''}>${title}</button>`,
    )
    .join('')}
</div>
${tabs
  .map(
    ({ key, panel }, i) =>
      `<div role="tabpanel" id="panel-${key}" aria-labelledby="tab-${key}" class="${i > 1 ? 'login-qr' : ''}"
        ${i > 0 ? 'hidden' : ''}>${panel}</div>`,
  )
  .join('')}
<button type="button" class="login-iam" hidden>企业账号登录</button>
<p class="login-foot">企业还没有开通？<a href="/register/company">企业注册</a></p>`

/** The sign-in page with its ways (business/frame 2.2). `prefetch` fetches the shell when the browser is idle. */
export function showLogin(root: HTMLElement, hooks: LoginHooks & { prefetch: () => void }): void {
  const find = drawFrame(root, '登录', content)
  runPasswordForm(find, hooks)
  runSmsForm(find, hooks)
  runTabs(find('.login-tabs'), (key) => openTab(find, key))
  find('.login-iam').addEventListener('click', () => void goToProvider('iam').catch(() => undefined))
  send<Ways>('GET', signInPaths.ways, { quiet: true }).then(
    (ways) => {
      find('#tab-wechat').hidden = !ways.wechat
      find('#tab-wecom').hidden = !ways.wecom
      find('.login-iam').hidden = !ways.iam
    },
    () => undefined,
  )
  const notice = takeNotice()
  if (notice) toast.expired(notice)
  whenIdle(hooks.prefetch)
}

function runSmsForm(find: Find, hooks: LoginHooks): void {
  const form = find<HTMLFormElement>('#sms-form')
  const fields = smsFieldsIn(form, signInPaths.sendCode)
  onSubmit(form, {
    faultOf: fields.faultOf,
    work: async () => goOn(await signInBySms(fields.mobile(), fields.code()), find, hooks),
    failed: fields.retype,
  })
}

function openTab(find: Find, key: string): void {
  const panel = find(`#panel-${key}`)
  if (key === 'wechat') showQrFrame(panel, 'wechat', '微信扫码登录')
  else if (key === 'wecom') showQrFrame(panel, 'wecom', '企业微信扫码登录')
  else panel.querySelector('input')?.focus()
}

/** Tabs as the keyboard knows them: one stop, arrows walk. */
function runTabs(list: HTMLElement, opened: (key: string) => void): void {
  const all = [...list.querySelectorAll<HTMLElement>('[role=tab]')]
  const select = (tab: HTMLElement) => {
    for (const each of all) {
      const isIt = each === tab
      each.setAttribute('aria-selected', String(isIt))
      each.tabIndex = isIt ? 0 : -1
      const panel = document.getElementById(each.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isIt
    }
    opened(tab.id.replace('tab-', ''))
  }
  for (const tab of all) tab.addEventListener('click', () => select(tab))
  list.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const shown = all.filter((tab) => !tab.hidden)
    const at = shown.indexOf(event.target as HTMLElement)
    const next = step && at >= 0 ? shown[(at + step + shown.length) % shown.length] : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
    for (const tab of shown) tab.tabIndex = tab === next ? 0 : -1
  })
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 })
  else setTimeout(work, 1500)
}
