import { fixedPages } from '@chepu/contract/shell/fixed-pages'
import type { MenuItem } from '@chepu/contract/shell/session'
import { screens } from './screens'

/** A page of the shell: what a tab, a menu entry and the breadcrumb show of it. */
export interface PageRoute {
  path: string
  /** Screen key. */
  key: string
  title: string
  icon: string
  /** Titles of the menu groups above it. */
  groups: string[]
  hidden: boolean
  /** Loses its state when another tab is shown. */
  noCache: boolean
  /** Pinned tab that cannot be closed. */
  pinned: boolean
  breadcrumb: boolean
  /** A page with a type cannot be favourited (business/frame 2.5); '' is none. */
  type: string
}

const page = (path: string, key: string, title: string, rest: Partial<PageRoute> = {}): PageRoute => ({
  path,
  key,
  title,
  icon: '',
  groups: [],
  hidden: true,
  noCache: false,
  pinned: false,
  breadcrumb: true,
  type: '',
  ...rest,
})

export const homePath = '/dashboard'
/** Where the password is changed; who came with a one-time password stays there until he has done so. */
export const passwordPath = '/editPwd/index'

/** Fixed routes of business/frame 2.2 that stand in the frame without a tab, beside the menu and the tabs that lead on. */
export const isBlankPath = (path: string): path is '/404' | '/401' => path === '/404' || path === '/401'

/** Fixed routes of business/frame 2.2 that live in a tab; the home page stands in the menu besides. */
const fixedRoutes: PageRoute[] = fixedPages.map(({ path, name, title, type, affix, noCache, breadcrumb }) =>
  page(path, name, title, {
    hidden: path !== homePath,
    icon: path === homePath ? 'home' : '',
    pinned: affix ?? false,
    noCache: noCache ?? false,
    breadcrumb: breadcrumb ?? true,
    type: type ?? '',
  }),
)

/** An entry of the side menu: a page, or a group with entries. */
export interface MenuEntry {
  route: PageRoute | null
  name: string
  title: string
  icon: string
  children: MenuEntry[]
}

export interface Navigation {
  routes: Map<string, PageRoute>
  menu: MenuEntry[]
}

const userRoles = ['admin']
/** An item without roles is open to all; the default generation assumes the role admin (business/frame 6). */
const isOpen = (item: MenuItem) => {
  const { roles } = item.jsondata.meta
  return !roles || roles.some((role) => userRoles.includes(role))
}

/** Builds routes and side menu from the server's tree; an item whose screen key is unknown yields nothing (business/frame 2.3). */
export function navigationOf(tree: readonly MenuItem[]): Navigation {
  const routes = new Map(fixedRoutes.filter((each) => screens[each.key]).map((each) => [each.path, each]))
  const home = routes.get(homePath)
  const homeEntry: MenuEntry[] = home ? [entryOf(home)] : []
  return { routes, menu: [...homeEntry, ...entries(tree, [], routes)] }
}

/** The address of a screen by its key: that of the menu, else that of a fixed page, which may be longer than its name. */
export const pathOf = ({ routes }: Navigation, key: string): string => {
  const path = `/${key}`
  return routes.has(path) ? path : ([...routes.values()].find((route) => route.key === key)?.path ?? path)
}

/**
 * What the server says now, with the pages of open tabs that it does not name any more: their typed work stays until the
 * tab is closed. `hrefs` are the addresses of the open tabs.
 */
export function withOpenPages(fresh: Navigation, before: Navigation, hrefs: readonly string[]): Navigation {
  const paths = hrefs.map((href) => href.split('?')[0] ?? '')
  const kept = [...before.routes].filter(([path]) => paths.includes(path) && !fresh.routes.has(path))
  return { ...fresh, routes: new Map([...fresh.routes, ...kept]) }
}

const entryOf = (route: PageRoute): MenuEntry => ({
  route,
  name: route.key,
  title: route.title,
  icon: route.icon,
  children: [],
})

function entries(items: readonly MenuItem[], groups: string[], routes: Map<string, PageRoute>): MenuEntry[] {
  return items.filter(isOpen).flatMap((item): MenuEntry[] => {
    const { path, name, hidden, component, meta } = item.jsondata
    if (item.children.length > 0) {
      const children = entries(item.children, [...groups, meta.title], routes)
      return hidden || children.length === 0
        ? []
        : [{ route: null, name, title: meta.title, icon: meta.icon ?? '', children }]
    }
    if (!screens[component]) return []
    const route = page(path, component, meta.title, {
      icon: meta.icon ?? '',
      groups,
      hidden,
      noCache: meta.noCache ?? fixedRoutes.some((fixed) => fixed.key === component && fixed.noCache),
      pinned: meta.affix ?? false,
      breadcrumb: meta.breadcrumb ?? true,
      type: meta.type ?? '',
    })
    routes.set(path, route)
    return hidden ? [] : [entryOf(route)]
  })
}
