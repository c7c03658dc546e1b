import type { PushMessage } from '@chepu/contract/shell/bell'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { tellNews } from '../../kit/base/news'
import { holdPush } from './push'
import { holdForAlert, signOut } from '../sign-in/sign-in'

/** What the bell shows without being opened. */
export interface BellState {
  unread: number
  /** Text of the last message, for screen readers. */
  text: string
  /** Rises with every message that may have changed the bell. */
  round: number
}

const noBell: BellState = { unread: 0, text: '', round: 0 }

/** The push socket of the signed-in user; `refresh` fetches menu and buttons anew. */
export function usePush(refresh: () => void): BellState {
  const { modal } = App.useApp()
  const [bell, setBell] = useState(noBell)
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    const onMessage = ({ heartbeat_value: beat, unread_num: unread, msg, org_change }: PushMessage) => {
      if (beat !== null || org_change) return
      setBell((old) => ({ unread, text: msg || old.text, round: old.round + 1 }))
      tellNews()
    }
    return holdPush({
      onMessage,
      onPermission: () => latest.current(),
      onOrgChange: (message) => {
        holdForAlert()
        modal.warning({ title: '提示', content: message, okText: '确定', keyboard: false, onOk: signOut })
      },
    })
  }, [modal])
  return bell
}
