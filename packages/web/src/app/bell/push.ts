import { heartbeatMs, type PushMessage, pushPath, readBell, sessionOverCode } from '@chepu/contract/shell/bell'
import { addressOf, call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { isLeaving } from '../sign-in/sign-in'
import { readToken } from '../sign-in/storage'

/** So long a wait before the first attempts to connect again, and before all later ones (business/frame 9.1). */
const waits = { first: 5_000, later: 60_000, firstAttempts: 10 }

interface PushHandlers {
  /** Counts and text of every message. */
  onMessage: (message: PushMessage) => void
  /** Menu and buttons may have changed: told by the server, or the socket was away meanwhile. */
  onPermission: () => void
  /** The user may not go on; nothing is heard after it. */
  onOrgChange: (message: string) => void
}

const addressNow = () => {
  const address = new URL(addressOf(pushPath), location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  address.searchParams.set('token', readToken())
  return address
}

/**
 * Holds the push socket open: beats every 50 seconds, and connects again after an error or a close, 5 seconds later for
 * the first ten attempts and 60 seconds afterwards (business/frame 9.1). Returns the function that ends it.
 */
export function holdPush(handlers: PushHandlers): () => void {
  if (typeof WebSocket === 'undefined') {
    toast.error('当前浏览器不支持该功能,请下载使用谷歌浏览器!')
    return () => {}
  }
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let isOver = false
  let wasAway = false

  const open = () => {
    const own = new WebSocket(addressNow())
    socket = own
    let beating: ReturnType<typeof setInterval> | undefined
    let isUnanswered = false
    own.onopen = () => {
      attempts = 0
      if (wasAway) handlers.onPermission()
      wasAway = false
      beating = setInterval(() => {
        // A connection that died without a word is given up, so that the next one can begin.
        if (isUnanswered) return own.close()
        isUnanswered = true
        own.send(JSON.stringify({ heartbeat_value: String(Date.now()) }))
      }, heartbeatMs)
    }
    own.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as PushMessage
      if (message.heartbeat_value !== null) isUnanswered = false
      handlers.onMessage(message)
      if (message.permission) handlers.onPermission()
      if (message.org_change) {
        isOver = true
        handlers.onOrgChange(message.msg)
      }
    }
    // An error is always followed by a close.
    own.onclose = ({ code }) => {
      clearInterval(beating)
      wasAway = true
      if (isOver || isLeaving()) return
      if (code === sessionOverCode) void askWhy()
      attempts += 1
      timer = setTimeout(open, attempts <= waits.firstAttempts ? waits.first : waits.later)
    }
  }

  open()
  return () => {
    isOver = true
    clearTimeout(timer)
    socket?.close()
  }
}

/** The server ended the socket with the session: a call says why and shows the sign-in page. */
const askWhy = () => call(readBell, { quiet: true }).catch(() => undefined)
