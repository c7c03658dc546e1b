import { describe, expect, it } from 'vitest'
import { afterLogin, guard } from './address'
import { clientName, deviceName, isChrome } from '../sign-in/browser'

describe('guard', () => {
  it('remembers the wanted path when nobody is signed in', () => {
    expect(guard('/purchase', '?id=12', false)).toEqual({ goTo: '/login?redirect=%2Fpurchase%3Fid%3D12' })
    expect(guard('/', '', false)).toEqual({ goTo: '/login?redirect=%2F' })
  })
  it('shows the open pages to all, with and without a token, and the shell to a token', () => {
    for (const path of ['/login', '/bind', '/auth-redirect', '/register/company', '/api/region']) {
      expect(guard(path, '?a=1', false)).toEqual({ show: path })
      expect(guard(path, '', true)).toEqual({ show: path })
    }
    expect(guard('/login/', '', false)).toEqual({ show: '/login' })
    expect(guard('/loginx', '', false)).toEqual({ goTo: '/login?redirect=%2Floginx' })
    expect(guard('/changeOrgA', '', true)).toEqual({ show: 'shell' })
  })
})

describe('after the sign-in', () => {
  it.each([
    ['?redirect=%2Fpurchase%3Fid%3D12', '/purchase?id=12'],
    ['', '/'],
    ['?redirect=%2F%2Fevil.example', '/'],
    ['?redirect=%2F%5Cevil.example', '/'],
    ['?redirect=https%3A%2F%2Fevil.example', '/'],
    ['?redirect=%2Flogin', '/'],
    ['?redirect=%2Fbind%3Fa%3D1', '/'],
    ['?redirect=%2F%09%2Fevil.example', '/'],
    ['?redirect=%2F%0A%5Cevil.example', '/'],
    ['?redirect=javascript%3Aalert(1)', '/'],
    ['?redirect=%2Fsale%2F..%2F%2Fevil.example', '/'],
  ])('%s leads to %s', (search, path) => {
    expect(afterLogin(search)).toBe(path)
  })
})

describe('browser', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
  it.each([
    [chrome, 'Chrome 131', true],
    [`${chrome} Edg/131.0.0.0`, 'Edge 131', false],
    ['Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/133.0', 'Firefox 133', false],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1', 'Safari 18', false],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1', 'Chrome 131', true],
  ])('%s is %s', (agent, name, supported) => {
    expect(clientName(agent)).toBe(name)
    expect(isChrome(agent)).toBe(supported)
  })

  const android =
    'Mozilla/5.0 (Linux; Android 14; PGT-AN00) AppleWebKit/537.36 Version/4.0 Chrome/116.0 Mobile Safari/537.36'
  it.each([
    [chrome, 'Chrome · Windows'],
    [`${chrome} Edg/131.0.0.0`, 'Edge · Windows'],
    [`${chrome} QQBrowser/13.1`, 'QQ浏览器 · Windows'],
    [`${android} MicroMessenger/8.0.50`, '微信 · 安卓'],
    [`${android} wxwork/4.1.22 MicroMessenger/7.0.1`, '企业微信 · 安卓'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', 'Safari · Mac'],
    ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1', 'Safari · iPad'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile/15E148', 'Chrome · iPhone'],
    [
      'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.1',
      '华为浏览器 · 鸿蒙',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/133.0', 'Firefox · Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) Lesser/1.0', '未知浏览器 · Windows'],
    ['node', '未知设备'],
    ['', '未知设备'],
  ])('%s is to people %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})
