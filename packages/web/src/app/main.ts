import './shell/base.css'
import './shell/schema-mode'
import { afterLogin, guard } from './navigation/address'
import { prepareDevice } from './sign-in/device'
import { watchFaults } from './shell/error-log'
import { settleLanguage } from './shell/language'
import { showLogin } from './sign-in/login/page'
import type { LoginHooks } from './sign-in/login/frame'
import { awaitSignIn, takeSession } from './sign-in/shared-session'
import { connectSession } from './sign-in/sign-in'
import { readToken } from './sign-in/storage'
import { applyTokens } from './shell/theme'

// Loads only the sign-in page; the shell is a chunk of its own, fetched while the user types (business/frame 11).

const loadShell = () => import('./shell/shell')

async function enterShell(): Promise<void> {
  prepareDevice().catch(() => undefined)
  const { mountShell } = await loadShell()
  mountShell(root)
}

const hooks: LoginHooks = {
  entered: (path) => {
    history.replaceState(null, '', path === '' ? afterLogin(location.search) : path)
    return enterShell()
  },
  goTo: (path) => {
    history.replaceState(null, '', path)
    void start()
  },
}

const pages = {
  '/login': () => {
    awaitSignIn(enterLate)
    showLogin(root, { ...hooks, prefetch: () => void loadShell() })
  },
  '/bind': async () => (await import('./sign-in/login/bind')).showBind(root, hooks),
  '/auth-redirect': async () => (await import('./sign-in/login/auth-redirect')).showAuthRedirect(root, hooks),
  '/register/company': enterShell,
  '/api/region': enterShell,
  shell: enterShell,
}

async function start(): Promise<void> {
  const decision = guard(location.pathname, location.search, readToken() !== '')
  if ('show' in decision) return pages[decision.show]()
  if (await takeSession(enterLate)) return start()
  hooks.goTo(decision.goTo)
}

/** Another tab has answered, or has signed in, when the sign-in page stood here already. */
function enterLate(): void {
  if (location.pathname === '/login') location.replace(afterLogin(location.search))
}

watchFaults()
settleLanguage()
applyTokens()
connectSession()
const root = document.getElementById('root') as HTMLElement
void start()
