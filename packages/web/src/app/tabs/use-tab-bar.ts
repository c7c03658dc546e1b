import { App } from 'antd'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Dirty, TabTarget, TabView } from '../../kit/base/tabs'
import { noteTabs } from '../sign-in/device'
import { toast } from '../../kit/base/toast'
import { goTo, usePlace } from '../navigation/location'
import { homePath, type Navigation, passwordPath, pathOf } from '../navigation/routes'
import { isLeaving } from '../sign-in/sign-in'
import { mustChangePassword } from '../sign-in/storage'
import {
  closeAll,
  closeOthers,
  closeTab,
  hrefOf,
  keepKnown,
  noTabs,
  parseHref,
  readdress,
  renew,
  retitle,
  type OpenTab,
  type TabsState,
  unvisited,
  visit,
} from './tabs-model'

const storageKey = 'tabs'

/** Addresses of the open tabs besides the pinned ones. */
export const openHrefs = (): string[] => storedTabs().map((tab) => tab.href)

const storedTabs = () => JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Pick<OpenTab, 'href' | 'title'>[]

/** The pinned pages, the home page first, then the tabs that were open before the page was reloaded. */
function restoredTabs({ routes }: Navigation): TabsState {
  const pinned = [...routes.values()].filter((route) => route.pinned)
  const start = pinned.reduce((state, { path, title }) => visit(state, path, title, true), noTabs)
  const state = storedTabs()
    .filter(({ href }) => routes.has(parseHref(href).path))
    .reduce((state, { href, title }) => visit(state, href, title), start)
  return unvisited(state)
}

/** Title of a fresh tab: the page's, a new document's says so. */
function titleOf({ routes }: Navigation, href: string): string {
  const { path, params } = parseHref(href)
  const title = routes.get(path)?.title ?? ''
  return params.new ? `${title}-新增` : title
}

/** The address behind /redirect/:path*, which asks for its page to be made anew; '' for any other. */
export const redirected = (href: string): string => (/^\/redirect\/./.test(href) ? href.slice('/redirect'.length) : '')

/** Why the page may not be opened now, or ''. */
function refusalOf({ routes }: Navigation, href: string): string {
  const { path } = parseHref(href)
  if (path !== passwordPath && mustChangePassword()) return '您现在用的是一次性密码，请先修改密码'
  return routes.has(path) ? '' : '页面不存在，或者您没有打开此页面的权限'
}

/** Which of the open tabs hold unsaved work; while any does, leaving the page asks first. */
function useDirtyTabs(open: RefObject<TabsState>) {
  const marks = useRef(new Map<number, Dirty>())
  const isDirty = useCallback((id: number) => {
    const mark = marks.current.get(id)
    return typeof mark === 'function' ? mark() : (mark ?? false)
  }, [])
  const mark = useCallback((id: number, dirty: Dirty) => void marks.current.set(id, dirty), [])
  /** Forgets the marks of all other tabs. */
  const keepMarks = useCallback((tabs: readonly OpenTab[]) => {
    for (const id of marks.current.keys()) if (!tabs.some((tab) => tab.id === id)) marks.current.delete(id)
  }, [])
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (!isLeaving() && open.current.tabs.some((tab) => isDirty(tab.id))) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [open, isDirty])
  return { isDirty, mark, keepMarks }
}

/** Shows the tab that the address asks for, and closes those that it may not show any more. */
function useAddressedTab(
  navigation: Navigation,
  href: string,
  title: string | undefined,
  latest: RefObject<TabsState>,
  setState: Dispatch<SetStateAction<TabsState>>,
  isDirty: (id: number) => boolean,
): void {
  useLayoutEffect(() => {
    const route = navigation.routes.get(parseHref(href).path)
    if (!route) return
    if (route.path !== passwordPath && mustChangePassword()) return goTo(passwordPath, { replace: true })
    const pinned = route.pinned && href === route.path
    setState((current) => visit(current, href, title ?? titleOf(navigation, href), pinned))
  }, [href, title, navigation, setState])

  // A right that is taken away takes its open pages with it.
  useLayoutEffect(
    () => setState((current) => keepKnown(current, (path) => navigation.routes.has(path))),
    [navigation, setState],
  )

  useLayoutEffect(() => {
    const wanted = redirected(href)
    if (wanted === '') return
    // Unsaved work is not thrown away for a fresh page.
    const isHeld = latest.current.tabs.some((tab) => tab.href === wanted && isDirty(tab.id))
    if (!isHeld) setState((current) => renew(current, wanted))
    goTo(wanted, { replace: true })
  }, [href, latest, setState, isDirty])
}

/** Notes the open tabs for a reload of the page, and which one is looked at. */
function useKeptTabs(state: TabsState): void {
  useEffect(() => {
    const kept = state.tabs.filter((tab) => !tab.pinned).map(({ href, title }) => ({ href, title }))
    if (!isLeaving()) sessionStorage.setItem(storageKey, JSON.stringify(kept))
    const shown = state.tabs.find((tab) => tab.id === state.activeId)
    noteTabs(shown ? shown.path.slice(1) : '', state.tabs.length)
  }, [state])
}

/** What of a closing needs a question first. */
type Closing = (state: TabsState) => TabsState

/**
 * The open tabs, kept in step with the address: the address says which tab is shown, closing and opening change the
 * address. Unsaved work is asked about before its tab closes (business/frame 11).
 */
export function useTabBar(navigation: Navigation) {
  const [state, setState] = useState(() => restoredTabs(navigation))
  const { modal } = App.useApp()
  const { pathname, search, title: given } = usePlace()
  const { href } = parseHref(pathname + search)
  const latest = useRef(state)
  latest.current = state
  const pages = useRef(navigation)
  pages.current = navigation
  const { isDirty, mark, keepMarks } = useDirtyTabs(latest)
  useAddressedTab(navigation, href, given, latest, setState, isDirty)
  useKeptTabs(state)

  /** Carries out a closing and shows the tab that is then the active one. */
  const apply = useCallback(
    (closing: Closing) => {
      const before = latest.current
      const after = closing(before)
      setState(after)
      latest.current = after
      keepMarks(after.tabs)
      const shown = after.tabs.find((tab) => tab.id === after.activeId)
      if (after.activeId !== before.activeId) goTo(shown?.href ?? homePath)
    },
    [keepMarks],
  )

  const ask = useCallback(
    (closing: Closing) => {
      const left = new Set(closing(latest.current).tabs.map((tab) => tab.id))
      const unsaved = latest.current.tabs.filter((tab) => !left.has(tab.id) && isDirty(tab.id))
      if (unsaved.length === 0) return apply(closing)
      modal.confirm({
        title: '有未保存的内容',
        content: `${unsaved.map((tab) => `“${tab.title}”`).join('、')}尚未保存。单据的草稿会保留在本机，下次打开可恢复；其他修改将丢失。`,
        okText: '关闭',
        cancelText: '继续编辑',
        onOk: () => apply(closing),
      })
    },
    [apply, isDirty, modal],
  )

  const actions = useMemo(() => {
    const open = (target: TabTarget) => {
      const href = typeof target === 'string' ? target : hrefOf(pathOf(pages.current, target.key), target.params)
      const refusal = refusalOf(pages.current, href)
      if (refusal) return toast.warning(refusal)
      goTo(href, typeof target === 'string' ? {} : { title: target.title })
    }
    return {
      open,
      show: (tab: OpenTab) => open(tab.href),
      close: (id: number) => ask((current) => closeTab(current, id)),
      closeOthers: (id: number) => ask((current) => closeOthers(current, id)),
      closeAll: () => ask(closeAll),
      /** What the page of one tab may do to its tab. */
      viewOf: (id: number): Omit<TabView, 'params' | 'active' | 'gone'> => ({
        open,
        close: () => apply((current) => closeTab(current, id)),
        setTitle: (title) => setState((current) => retitle(current, id, title)),
        setDirty: (dirty) => mark(id, dirty),
        setParams: (params) => {
          const tab = latest.current.tabs.find((each) => each.id === id)
          if (!tab) return
          const address = hrefOf(tab.path, params)
          setState((current) => readdress(current, id, address))
          if (latest.current.activeId === id) goTo(address, { replace: true })
        },
      }),
    }
  }, [apply, ask, mark])

  return { state, isDirty, ...actions }
}
