import './base.css'
import { afterLogin, guard } from './address'
import { prepareDevice } from './device'
import { showLogin } from './login'
import { connectSession } from './sign-in'
import { readToken } from './storage'
import { applyTokens } from './theme'

// Loads only the sign-in page; the shell is a chunk of its own, fetched while the user types (DESIGN 6).

const loadShell = () => import('./shell')

async function enterShell(): Promise<void> {
  prepareDevice().catch(() => undefined)
  const { mountShell } = await loadShell()
  mountShell(root)
}

function start(): void {
  const decision = guard(location.pathname, location.search, readToken() !== '')
  if ('goTo' in decision) {
    history.replaceState(null, '', decision.goTo)
    start()
  } else if (decision.show === 'shell') {
    void enterShell()
  } else {
    showLogin(root, {
      prefetch: () => void loadShell(),
      entered: (path) => {
        history.replaceState(null, '', path === '' ? afterLogin(location.search) : path)
        return enterShell()
      },
    })
  }
}

applyTokens()
connectSession()
const root = document.getElementById('root') as HTMLElement
start()
