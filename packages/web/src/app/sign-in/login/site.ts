import './site.css'
import { logoOf, onSite, refreshSite, siteInfo } from '../../../kit/base/site'

/**
 * Puts the site's title, logo, picture, service phone and warning on a page before the sign-in: what this browser remembers at
 * once, what the server says when it comes. Elements are found by their classes; a page may have any of them.
 */
export function dressWithSite(page: HTMLElement): void {
  const stop = onSite(() => (page.isConnected ? dress(page) : stop()))
  dress(page)
  void refreshSite()
}

function dress(page: HTMLElement): void {
  const site = siteInfo()
  const all = <T extends HTMLElement>(selector: string) => page.querySelectorAll<T>(selector)
  for (const image of all<HTMLImageElement>('.login-brand img, .login-logo img')) image.src = logoOf(site)
  for (const name of all('.login-name, .login-logo span')) name.textContent = site.title
  for (const brand of all('.login-brand')) {
    brand.classList.toggle('with-picture', site.loginImage !== '')
    brand.style.setProperty('--picture', `url("${site.loginImage}")`)
  }
  for (const old of all('.login-phone, .login-demo')) old.remove()
  if (site.isOpenDemo) page.querySelector('.login-panel')?.append(demoLine())
  if (site.servicePhone) page.querySelector('.login-panel')?.append(phoneLine(site.servicePhone))
}

function demoLine(): HTMLElement {
  const line = document.createElement('p')
  line.className = 'login-demo'
  line.textContent = '注意：演示账号使用公开的密码，同一网络的人都能登录，请勿录入真实的客户和账目。'
  return line
}

function phoneLine(phone: string): HTMLElement {
  const line = document.createElement('p')
  line.className = 'login-phone'
  const link = document.createElement('a')
  link.href = `tel:${phone.replaceAll('-', '')}`
  link.textContent = phone
  line.append('客服电话 ', link)
  return line
}
