import { signInByProvider } from '../sign-in'
import { readJourney } from '../storage'
import { drawFrame, goOn, type LoginHooks } from './frame'

const content = `<h1>登录</h1>
  <p class="login-hint" role="status">正在登录…</p>
  <p class="login-foot"><a href="/login">返回登录</a></p>`

/** /auth-redirect: a provider has sent the browser back with a code and the state of a sign-in that began here. */
export function showAuthRedirect(root: HTMLElement, hooks: LoginHooks): void {
  const find = drawFrame(root, '登录', content)
  const given = new URLSearchParams(location.search)
  const [code, state, iss] = [given.get('code'), given.get('state'), given.get('iss')]
  // The code leaves the address at once; in its place stands the query of the sign-in page with the wanted path.
  history.replaceState(null, '', `/auth-redirect${readJourney().search}`)
  const say = (text: string) => {
    find('.login-hint').textContent = text
  }
  if (!code || !state) return say(given.get('error') ? '您已取消授权，未能登录。' : '授权信息不完整，请重新登录。')
  signInByProvider({ code, state, ...(iss && { iss }) })
    .then((result) => goOn(result, find, hooks, state.split('.')[0]))
    .catch((error: unknown) => say(error instanceof Error ? error.message : String(error)))
}
