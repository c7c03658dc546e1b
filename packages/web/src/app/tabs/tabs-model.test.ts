import { describe, expect, it } from 'vitest'
import {
  alive,
  closeAll,
  closeOthers,
  closeTab,
  hrefOf,
  keepKnown,
  maxAlive,
  noTabs,
  parseHref,
  readdress,
  renew,
  retitle,
  type TabsState,
  unvisited,
  visit,
} from './tabs-model'

const open = (...hrefs: string[]): TabsState =>
  hrefs.reduce((state, href) => visit(state, href, href, href === '/dashboard'), noTabs)
const shown = (state: TabsState) => state.tabs.find((tab) => tab.id === state.activeId)?.href
const hrefs = (state: TabsState) => state.tabs.map((tab) => tab.href)
const idOf = (state: TabsState, href: string) => state.tabs.find((tab) => tab.href === href)?.id ?? -1

describe('addresses of tabs', () => {
  it('puts parameters into one order', () => {
    expect(parseHref('/purchase?new=1&id=2')).toEqual({
      href: '/purchase?id=2&new=1',
      path: '/purchase',
      params: { id: '2', new: '1' },
    })
    expect(hrefOf('/sale', { id: 3, from: undefined, note: '' })).toBe('/sale?id=3')
    expect(hrefOf('/sale')).toBe('/sale')
  })
})

describe('tabs', () => {
  it('opens an address once and shows it', () => {
    const state = visit(open('/dashboard', '/purchase', '/purchase?id=1'), '/purchase', '采购入库')
    expect(hrefs(state)).toEqual(['/dashboard', '/purchase', '/purchase?id=1'])
    expect(shown(state)).toBe('/purchase')
  })

  it('shows the last used tab when the active one closes, and keeps the active one when another closes', () => {
    const state = visit(open('/dashboard', '/a', '/b', '/c'), '/a', '')
    expect(shown(closeTab(state, idOf(state, '/a')))).toBe('/c')
    expect(shown(closeTab(state, idOf(state, '/b')))).toBe('/a')
  })

  it('never closes a pinned tab', () => {
    const state = open('/dashboard', '/a', '/b')
    expect(hrefs(closeTab(state, idOf(state, '/dashboard')))).toEqual(['/dashboard', '/a', '/b'])
    expect(hrefs(closeAll(state))).toEqual(['/dashboard'])
    expect(shown(closeAll(state))).toBe('/dashboard')
  })

  it('closes the others and shows the one', () => {
    const state = open('/dashboard', '/a', '/b')
    const left = closeOthers(state, idOf(state, '/a'))
    expect(hrefs(left)).toEqual(['/dashboard', '/a'])
    expect(shown(left)).toBe('/a')
  })

  it('keeps the page when a new document gets its id, and drops the older tab of that id', () => {
    const state = open('/dashboard', '/purchase?id=7', '/purchase?new=1')
    const id = idOf(state, '/purchase?new=1')
    const saved = retitle(readdress(state, id, '/purchase?id=7'), id, '采购入库单-RK01')
    expect(hrefs(saved)).toEqual(['/dashboard', '/purchase?id=7'])
    expect(saved.tabs[1]).toMatchObject({ id, params: { id: '7' }, title: '采购入库单-RK01' })
    expect(saved.activeId).toBe(id)
  })

  it('makes the page of an address anew, and only that one', () => {
    const state = open('/dashboard', '/a', '/b?id=3')
    const before = idOf(state, '/b?id=3')
    const renewed = renew(state, '/b?id=3')
    expect(hrefs(renewed)).toEqual(['/dashboard', '/a', '/b?id=3'])
    expect(idOf(renewed, '/b?id=3')).not.toBe(before)
    expect(shown(renewed)).toBe('/b?id=3')
    expect(idOf(renewed, '/a')).toBe(idOf(state, '/a'))
    expect(renew(state, '/unknown')).toBe(state)
    expect(shown(renew(state, '/a'))).toBe('/b?id=3')
  })

  it('lets the tabs of forbidden pages go, also a pinned one', () => {
    const state = open('/dashboard', '/a', '/b')
    expect(hrefs(keepKnown(state, (path) => path !== '/a'))).toEqual(['/dashboard', '/b'])
    expect(hrefs(keepKnown(state, (path) => path !== '/dashboard'))).toEqual(['/a', '/b'])
    expect(keepKnown(state, () => true)).toBe(state)
  })

  it('loads no page of a restored tab before it is shown', () => {
    const restored = unvisited(open('/dashboard', '/a', '/b'))
    const state = visit(restored, '/a', '')
    expect(hrefs(state)).toEqual(['/dashboard', '/a', '/b'])
    expect([...alive(state, () => false)]).toEqual([idOf(state, '/a')])
  })

  it('lets the least recently used pages go, but none with unsaved work', () => {
    const state = open(...Array.from({ length: maxAlive + 3 }, (_, i) => `/p${i}`))
    const kept = alive(state, (id) => id === idOf(state, '/p1'))
    expect(kept.size).toBe(maxAlive + 1)
    expect(kept.has(idOf(state, '/p0'))).toBe(false)
    expect(kept.has(idOf(state, '/p1'))).toBe(true)
    expect(kept.has(idOf(state, '/p3'))).toBe(true)
  })
})
