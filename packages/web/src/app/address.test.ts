import { describe, expect, it } from 'vitest'
import { afterLogin, guard } from './address'
import { clientName, isChrome } from './browser'

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
})
