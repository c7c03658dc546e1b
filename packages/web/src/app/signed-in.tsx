import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { SessionContext } from '../kit/session'
import { Notice } from './blank-pages'
import { Boundary } from './boundary'
import { Frame } from './frame'
import { type Loaded, loadSession } from './session-loader'
import { isLeaving, signOut } from './sign-in'

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
      <Notice mark="!" title="没有连上服务器" text={fault}>
        <Button type="primary" size="middle" onClick={() => setAttempt(attempt + 1)}>
          重试
        </Button>
        <Button size="middle" onClick={() => void signOut()}>
          退出登录
        </Button>
      </Notice>
    )
  }
  if (!loaded) return <div className="boot" role="status" aria-label="正在加载" />
  return (
    <SessionContext value={loaded.session}>
      <Boundary title="系统出错了" text="">
        <Frame navigation={loaded.navigation} startAt={loaded.mustChangePassword ? '/editPwd/index' : ''} />
      </Boundary>
    </SessionContext>
  )
}
