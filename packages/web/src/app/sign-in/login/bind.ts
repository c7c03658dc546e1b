import { signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { bindIdentity } from '../sign-in'
import { readJourney } from '../storage'
import { drawFrame, goOn, type LoginHooks, onSubmit } from './frame'
import { smsFields, smsFieldsIn } from './sms-code'

const names: Record<string, string> = { wechat: '微信', wecom: '企业微信', iam: '企业账号' }

const back = '<p class="login-foot"><a href="/login">返回登录</a></p>'

/** /bind: an outside identity that nobody has yet is bound to the login of a mobile (business/frame 2.2). */
export function showBind(root: HTMLElement, hooks: LoginHooks): void {
  const { binding } = readJourney()
  if (!binding) {
    drawFrame(root, '账号绑定', `<h1>账号绑定</h1><p>请先用微信、企业微信或企业账号登录，再绑定账号。</p>${back}`)
    return
  }
  const content = `<h1>账号绑定</h1>
    <p class="login-hint">您的${names[binding.provider] ?? '外部账号'}还没有绑定账号，请用账号登记的手机号完成绑定。</p>
    <form class="login-form" novalidate>${smsFields('bind')}
      <button type="submit" class="login-submit">绑定</button></form>${back}`
  const find = drawFrame(root, '账号绑定', content)
  const { ticket, provider } = binding
  const fields = smsFieldsIn(find('form'), signInPaths.sendBindingCode, { ticket })
  onSubmit(find('form'), {
    faultOf: fields.faultOf,
    work: async () =>
      goOn(await bindIdentity(provider, { ticket, mobile: fields.mobile(), code: fields.code() }), find, hooks),
    failed: fields.retype,
  })
  find('input').focus()
}
