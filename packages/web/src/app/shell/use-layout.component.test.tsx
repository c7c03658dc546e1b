import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, type Tab } from '../../../test/page'
import { getCookie, setCookie } from '../sign-in/cookies'
import { useLayout } from './use-layout'

function Menu() {
  const { isMobile, isOpen, isStill, toggle } = useLayout()
  const words = [isMobile ? '手机' : '桌面', isOpen ? '展开' : '收起', ...(isStill ? ['无动画'] : [])]
  return (
    <button type="button" onClick={toggle}>
      {words.join('、')}
    </button>
  )
}

const wide = () => page.viewport(1440, 900)
const narrow = () => page.viewport(390, 844)
const menu = page.getByRole('button')
/** What the browser does when the page is loaded anew or closed: it tells the page and lets it go. */
function leave(tab: Tab) {
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  tab.close()
}
const forget = () => setCookie('sidebarStatus', '')
beforeEach(forget)
afterEach(forget)

test('a menu that only a narrow window closed is open again in a wide one', async () => {
  await wide()
  draw(<Menu />)
  await expect.element(menu).toHaveTextContent('桌面、展开')
  await narrow()
  await expect.element(menu).toHaveTextContent('手机、收起、无动画')
  expect(getCookie('sidebarStatus')).toBe('0')
  await menu.click()
  await expect.element(menu).toHaveTextContent('手机、展开')
  await wide()
  await expect.element(menu).toHaveTextContent('桌面、展开、无动画')
  expect(getCookie('sidebarStatus')).toBe('1')
})

test('a menu that only a narrow window closed is open again after the page was loaded anew', async () => {
  await wide()
  const before = draw(<Menu />)
  await narrow()
  await expect.element(menu).toHaveTextContent('手机、收起、无动画')
  leave(before)
  const after = draw(<Menu />)
  await expect.element(menu).toHaveTextContent('手机、收起、无动画')
  await wide()
  await expect.element(menu).toHaveTextContent('桌面、展开、无动画')
  expect(getCookie('sidebarStatus')).toBe('1')
  await narrow()
  await expect.element(menu).toHaveTextContent('手机、收起、无动画')
  leave(after)
  await wide()
  draw(<Menu />)
  await expect.element(menu).toHaveTextContent('桌面、展开')
})

test('a menu that somebody folded stays folded after the page was loaded anew in a narrow window', async () => {
  await wide()
  const before = draw(<Menu />)
  await menu.click()
  await expect.element(menu).toHaveTextContent('桌面、收起')
  await narrow()
  await menu.click()
  await expect.element(menu).toHaveTextContent('手机、展开')
  leave(before)
  draw(<Menu />)
  await wide()
  await expect.element(menu).toHaveTextContent('桌面、收起、无动画')
})

test('a menu that somebody folded stays folded, however it was used on the narrow screen', async () => {
  await wide()
  draw(<Menu />)
  await menu.click()
  await expect.element(menu).toHaveTextContent('桌面、收起')
  await narrow()
  await menu.click()
  await expect.element(menu).toHaveTextContent('手机、展开')
  await wide()
  await expect.element(menu).toHaveTextContent('桌面、收起、无动画')
  expect(getCookie('sidebarStatus')).toBe('0')
})
