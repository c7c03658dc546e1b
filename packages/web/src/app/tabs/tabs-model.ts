import type { ScreenParams } from '../../kit/base/tabs'

/** An open tab. */
export interface OpenTab {
  id: number
  /** Path with query string; no two tabs share one. */
  href: string
  path: string
  params: ScreenParams
  title: string
  pinned: boolean
  /** Rises with every visit; the least recently used page is let go first. 0 before the first visit. */
  usedAt: number
}

export interface TabsState {
  tabs: OpenTab[]
  activeId: number
  /** Last number given to a visit or a tab. */
  clock: number
}

export const noTabs: TabsState = { tabs: [], activeId: 0, clock: 0 }

/** At most this many pages stay alive (business/frame 11). */
export const maxAlive = 20

/** Path and parameters of an address; parameters in one order, so that equal deep links meet in one tab. */
export function parseHref(href: string): { href: string; path: string; params: ScreenParams } {
  const [path = '/', search = ''] = href.split('?')
  const sorted = new URLSearchParams(search)
  sorted.sort()
  const text = sorted.toString()
  return { href: text ? `${path}?${text}` : path, path, params: Object.fromEntries(sorted) }
}

/** Address of a screen with parameters; absent ones are left out. */
export function hrefOf(path: string, params: Record<string, string | number | undefined> = {}): string {
  const filled = Object.entries(params).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return parseHref(`${path}?${new URLSearchParams(filled)}`).href
}

/** Shows the tab of the address, a new one at the end when there is none. */
export function visit(state: TabsState, address: string, title: string, pinned = false): TabsState {
  const clock = state.clock + 1
  const { href, path, params } = parseHref(address)
  const known = state.tabs.find((tab) => tab.href === href)
  if (known) {
    const tabs = state.tabs.map((tab) => (tab === known ? { ...tab, usedAt: clock } : tab))
    return { tabs, activeId: known.id, clock }
  }
  const tab = { id: clock, href, path, params, title, pinned, usedAt: clock }
  return { tabs: [...state.tabs, tab], activeId: clock, clock }
}

/** Keeps the tabs of `keep` and the pinned ones; when the active one goes, the last used one is shown. */
function retain(state: TabsState, keep: (tab: OpenTab) => boolean): TabsState {
  const tabs = state.tabs.filter((tab) => tab.pinned || keep(tab))
  if (tabs.some((tab) => tab.id === state.activeId)) return { ...state, tabs }
  const next = tabs.reduce<OpenTab | undefined>(
    (last, tab) => (last && last.usedAt > tab.usedAt ? last : tab),
    undefined,
  )
  return { ...state, tabs, activeId: next?.id ?? 0 }
}

export const closeTab = (state: TabsState, id: number): TabsState => retain(state, (tab) => tab.id !== id)

/** Closes all but this tab and the pinned ones. */
export const closeOthers = (state: TabsState, id: number): TabsState =>
  retain({ ...state, activeId: id }, (tab) => tab.id === id)

/** Closes all but the pinned tabs (business/frame 2.5). */
export const closeAll = (state: TabsState): TabsState => retain(state, () => false)

const change = (state: TabsState, id: number, changes: Partial<OpenTab>): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...changes } : tab)),
})

export const retitle = (state: TabsState, id: number, title: string): TabsState => change(state, id, { title })

/**
 * Gives a tab another address without leaving its page, as when a new document is saved. Another tab that had this
 * address is closed: the page at hand is the newer one.
 */
export function readdress(state: TabsState, id: number, address: string): TabsState {
  const parsed = parseHref(address)
  const others = state.tabs.filter((tab) => tab.id === id || tab.href !== parsed.href)
  return change({ ...state, tabs: others }, id, parsed)
}

/** Gives the tab of an address a new number, so that its page is made anew (/redirect of business/frame 2.2). */
export function renew(state: TabsState, address: string): TabsState {
  const { href } = parseHref(address)
  const old = state.tabs.find((tab) => tab.href === href)
  if (!old) return state
  const clock = state.clock + 1
  const renewed = change({ ...state, clock }, old.id, { id: clock })
  return state.activeId === old.id ? { ...renewed, activeId: clock } : renewed
}

/** Lets the tabs go whose page may not be opened any more. */
export const keepKnown = (state: TabsState, isKnown: (path: string) => boolean): TabsState =>
  state.tabs.every((tab) => isKnown(tab.path))
    ? state
    : { ...state, tabs: state.tabs.filter((tab) => isKnown(tab.path)) }

/** The tabs as they stand after a reload: their pages load when they are shown. */
export const unvisited = (state: TabsState): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => ({ ...tab, usedAt: 0 })),
})

/** Tabs whose pages stay alive: the most recently used ones, and every one with unsaved work. */
export function alive(state: TabsState, isDirty: (id: number) => boolean): Set<number> {
  const visited = state.tabs.filter((tab) => tab.usedAt > 0)
  const recent = visited.sort((a, b) => b.usedAt - a.usedAt).slice(0, maxAlive)
  const dirty = state.tabs.filter((tab) => isDirty(tab.id))
  return new Set([...recent, ...dirty].map((tab) => tab.id))
}
