import { useEffect, useState } from 'react'
import { getCookie, setCookie } from './storage'

const cookie = 'sidebarStatus'
/** SPEC 9: below this width the layout is the mobile one. */
const narrow = '(width < 992px)'

/**
 * Whether the side menu is open and which layout applies (SPEC 4). The choice is kept in a cookie as 1 or 0 and starts
 * open; becoming mobile closes the menu without touching the cookie.
 */
export function useLayout() {
  const [isMobile, setMobile] = useState(() => matchMedia(narrow).matches)
  const [isOpen, setOpen] = useState(() => !isMobile && getCookie(cookie) !== '0')
  useEffect(() => {
    const media = matchMedia(narrow)
    const follow = () => {
      setMobile(media.matches)
      setOpen(!media.matches && getCookie(cookie) !== '0')
    }
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])

  const toggle = () => {
    setOpen(!isOpen)
    if (!isMobile) setCookie(cookie, isOpen ? '0' : '1')
  }
  return { isMobile, isOpen, toggle, close: () => setOpen(false) }
}
