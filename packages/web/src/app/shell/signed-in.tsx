import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SessionContext } from '../../kit/base/session'
import { Notice } from '../navigation/blank-pages'
import { Boundary } from '../tabs/boundary'
import { Frame } from './frame'
import { withOpenPages } from '../navigation/routes'
import { type Loaded, loadSession } from '../sign-in/session-loader'
import { isLeaving, loadUser, signOut } from '../sign-in/sign-in'
import { usePush } from '../bell/use-push'
import { openHrefs } from '../tabs/use-tab-bar'

/** Loads the session once, then shows the frame with the wanted page in it. */
export function SignedIn() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [fault, setFault] = useState('')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setFault('')
    loadSession().then(setLoaded, (error: unknown) => {
      if (!isLeaving()) setFault(error instanceof Error ? error.message : String(error))
    })
  }, [attempt])

  if (fault) {
    return (
      <main>
        <Notice mark="!" title="没有连上服务器" text={fault}>
          <Button type="primary" size="middle" onClick={() => setAttempt(attempt + 1)}>
            重试
          </Button>
          <Button size="middle" onClick={() => void signOut()}>
            退出登录
          </Button>
        </Notice>
      </main>
    )
  }
  if (!loaded) return <div className="boot" role="status" aria-label="正在加载" />
  return <LiveFrame loaded={loaded} setLoaded={setLoaded} />
}

/** The frame, whose menu, pages and buttons follow the user's rights while he works (business/frame 4.6). */
function LiveFrame({ loaded, setLoaded }: { loaded: Loaded; setLoaded: (loaded: Loaded) => void }) {
  const asked = useRef(0)
  const refresh = async () => {
    asked.current += 1
    const mine = asked.current
    await loadUser()
    const fresh = await loadSession()
    // Of two changes shortly after one another the later answer may know only the former.
    if (!fresh || mine !== asked.current) return
    setLoaded({ ...fresh, navigation: withOpenPages(fresh.navigation, loaded.navigation, openHrefs()) })
  }
  // Without an answer everything stays as it is; the server refuses what is not allowed any more.
  const bell = usePush(() => void refresh().catch(() => undefined))
  return (
    <SessionContext value={loaded.session}>
      <Boundary title="系统出错了" text="问题已记录，请刷新系统后再试。">
        <Frame navigation={loaded.navigation} bell={bell} />
      </Boundary>
    </SessionContext>
  )
}
