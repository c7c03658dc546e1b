import { useCallback, useEffect, useRef, useState } from 'react'
import { closed, cookieOf, reopened, type SideState, startOf, toggled } from './layout-model'
import { getCookie, setCookie } from '../sign-in/cookies'

const cookie = 'sidebarStatus'
/** Below this width the layout is the mobile one (business/frame 9.2). */
const narrow = '(width < 992px)'

/**
 * Whether the side menu is open and which layout applies (business/frame 4.5): desktop, or mobile below 992 px, where the menu closes.
 * In a window that becomes wide again it stands as somebody left it there. Every change of the menu is kept in the cookie as 1 or 0.
 * A narrow window that is left gives the cookie back to what was chosen on a wide one, since it closed the menu for itself alone.
 */
export function useLayout() {
  const [isMobile, setMobile] = useState(() => matchMedia(narrow).matches)
  const [side, setSide] = useState(() => startOf(getCookie(cookie), isMobile))
  /** The menu as it was left on a wide screen. */
  const left = useRef(startOf(getCookie(cookie), false))
  const change = useCallback((next: SideState) => {
    setSide(next)
    setCookie(cookie, cookieOf(next))
  }, [])
  const close = useCallback(() => change(closed), [change])
  useEffect(() => {
    const media = matchMedia(narrow)
    const follow = () => {
      setMobile(media.matches)
      change(media.matches ? closed : reopened(left.current))
    }
    const giveBack = () => {
      if (media.matches) setCookie(cookie, cookieOf(left.current))
    }
    media.addEventListener('change', follow)
    window.addEventListener('pagehide', giveBack)
    return () => {
      media.removeEventListener('change', follow)
      window.removeEventListener('pagehide', giveBack)
    }
  }, [change])
  const toggle = () => {
    const next = toggled(side)
    if (!isMobile) left.current = next
    change(next)
  }
  return { isMobile, ...side, toggle, close }
}
