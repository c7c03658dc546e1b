import type { MenuItem } from '@chepu/contract/shell/session'
import { describe, expect, it } from 'vitest'
import { navigationOf, pathOf, withOpenPages } from './routes'
import { isNewer } from '@chepu/contract/shell/version'

const item = (component: string, title: string, rest: Partial<MenuItem['jsondata']> = {}): MenuItem => ({
  jsondata: { path: `/${component}`, name: component, hidden: false, component, meta: { title }, ...rest },
  children: [],
})
const group = (title: string, ...children: MenuItem[]): MenuItem => ({
  jsondata: { path: `/${title}`, name: title, hidden: false, component: 'Layout', meta: { title, icon: 'purchase' } },
  children,
})
const titles = (tree: MenuItem[]) =>
  navigationOf(tree).menu.map((entry) => [entry.title, ...entry.children.map((child) => child.title)])

describe('navigation', () => {
  it('starts with the pinned home page and knows the fixed routes', () => {
    const { routes, menu } = navigationOf([])
    expect(menu.map((entry) => entry.title)).toEqual(['首页'])
    expect(routes.get('/dashboard')).toMatchObject({ title: '首页', pinned: true, type: 'hidden', hidden: false })
    expect(routes.get('/editPwd/index')).toMatchObject({ title: '密码修改', noCache: true, hidden: true })
    expect(routes.get('/changeOrg/index')).toMatchObject({ title: '切换企业', noCache: true })
    expect(routes.get('/importExcel/index')).toMatchObject({ title: '批量导入', noCache: true, type: '' })
  })

  it('finds the page of a screen key, in the menu or among the fixed ones', () => {
    const navigation = navigationOf([group('采购', item('purchase', '采购入库'), item('importExcel', '批量导入'))])
    const keys = ['purchase', 'transToSalesferOrder', 'importExcel', 'noSuchScreen']
    expect(keys.map((key) => pathOf(navigation, key))).toEqual([
      '/purchase',
      '/transToSalesferOrder/index',
      '/importExcel',
      '/noSuchScreen',
    ])
  })

  it('takes groups and pages from the tree, with the way to each page', () => {
    const tree = [group('采购', item('purchase', '采购入库'))]
    expect(titles(tree)).toEqual([['首页'], ['采购', '采购入库']])
    expect(navigationOf(tree).routes.get('/purchase')).toMatchObject({ key: 'purchase', groups: ['采购'] })
  })

  it('yields nothing for an unknown screen key, and drops a group that is left empty', () => {
    const tree = [group('采购', item('noSuchScreen', '无'))]
    expect(titles(tree)).toEqual([['首页']])
    expect(navigationOf(tree).routes.has('/noSuchScreen')).toBe(false)
  })

  it('keeps no state of a page of the menu that is a fixed one without', () => {
    const { routes, menu } = navigationOf([group('基础资料', item('importExcel', '批量导入'))])
    expect(routes.get('/importExcel')).toMatchObject({ noCache: true, hidden: false })
    expect(menu.at(-1)?.children.map((child) => child.title)).toEqual(['批量导入'])
  })

  it('keeps hidden pages reachable but out of the menu', () => {
    const tree = [group('采购', item('purchase', '采购入库', { hidden: true }))]
    expect(titles(tree)).toEqual([['首页']])
    expect(navigationOf(tree).routes.has('/purchase')).toBe(true)
  })

  it('leaves out what is meant for other roles', () => {
    const meantFor = (roles: string[]) =>
      navigationOf([group('采购', item('purchase', '采购入库', { meta: { title: '采购入库', roles } }))])
    expect(meantFor(['platform']).routes.has('/purchase')).toBe(false)
    expect(meantFor(['platform', 'admin']).routes.has('/purchase')).toBe(true)
  })

  it('honours type, noCache, affix and breadcrumb of an item', () => {
    const flags = { type: 'hidden', noCache: true, affix: true, breadcrumb: false }
    const { routes } = navigationOf([
      group('采购', item('purchase', '采购入库', { meta: { title: '采购入库', ...flags } })),
    ])
    expect(routes.get('/purchase')).toMatchObject({ type: 'hidden', noCache: true, pinned: true, breadcrumb: false })
    const plain = navigationOf([group('采购', item('purchase', '采购入库'))]).routes.get('/purchase')
    expect(plain).toMatchObject({ type: '', noCache: false, pinned: false, breadcrumb: true })
  })
})

describe('version', () => {
  it.each([
    ['3.0.1', '3.0.0', true],
    ['3.0.10', '3.0.9', true],
    ['3.1', '3.0.9', true],
    ['3.0.0', '3.0.0', false],
    ['2.9.9', '3.0.0', false],
    ['3.0', '3.0.0', false],
  ])('%s is newer than %s: %s', (a, b, expected) => {
    expect(isNewer(a, b)).toBe(expected)
  })
})

describe('changed rights while working', () => {
  it('bring new pages, and take away those that no open tab shows', () => {
    const before = navigationOf([group('采购', item('purchase', '采购入库'), item('purchaseOrder', '采购订单'))])
    const fresh = navigationOf([group('销售', item('sale', '销售出库'))])
    const merged = withOpenPages(fresh, before, ['/purchase?id=12', '/dashboard'])
    expect(merged.routes.get('/sale')?.title).toBe('销售出库')
    expect(merged.routes.get('/purchase')?.title).toBe('采购入库')
    expect(merged.routes.has('/purchaseOrder')).toBe(false)
    expect(merged.menu.map((entry) => entry.title)).toEqual(['首页', '销售'])
  })
})
