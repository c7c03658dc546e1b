import { createContext, useContext, useMemo } from 'react'

export type ScreenParams = Record<string, string>

/** Where to go: a path with its query string ('/purchase?id=12'), or a screen key with parameters. */
export type TabTarget =
  | string
  | { key: string; params?: Record<string, string | number | undefined>; title?: string | undefined }

/** Unsaved work in a tab; a function is asked at the moment of closing. */
export type Dirty = boolean | (() => boolean)

/** The tab that a page lives in. Filled by the shell for every tab. */
export interface TabView {
  /** Parameters of the deep link, from the query string. */
  params: ScreenParams
  /** Whether the tab is the one on screen; a hidden tab keeps its state but runs no effects. */
  active: boolean
  /** Aborted when the page is let go: its tab is closed, or too many are open. A tab that is only hidden keeps its page. */
  gone: AbortSignal
  /** Opens or shows the tab of the target. */
  open: (target: TabTarget) => void
  /** Closes this tab without asking; the page has already dealt with unsaved work. */
  close: () => void
  /** Title of this tab, for example 采购入库单-RK2601010001. */
  setTitle: (title: string) => void
  /** Marks unsaved work: closing the tab or the browser asks first. */
  setDirty: (dirty: Dirty) => void
  /** Changes this tab's parameters without opening another: a saved new document becomes `?id=12`. */
  setParams: (params: Record<string, string | number | undefined>) => void
}

export const TabContext = createContext<TabView | null>(null)

function useTab(): TabView {
  const tab = useContext(TabContext)
  if (!tab) throw new Error('useTabs is used outside a tab')
  return tab
}

/** Opens, titles, marks and closes tabs. The functions are stable; they may stand in effect dependencies. */
export function useTabs(): Pick<TabView, 'open' | 'close' | 'setTitle' | 'setDirty' | 'setParams'> {
  const { open, close, setTitle, setDirty, setParams } = useTab()
  return useMemo(() => ({ open, close, setTitle, setDirty, setParams }), [open, close, setTitle, setDirty, setParams])
}

/** Parameters of the page's deep link: `/purchase?id=12` gives `{id: '12'}`; a document's editor opens with `id` or `new`. */
export const useScreenParams = <T extends ScreenParams = ScreenParams>(): Partial<T> => useTab().params as Partial<T>

/** Whether the page is on screen; modals must not stay open in a hidden tab, see PageModal. */
export const useTabActive = (): boolean => useContext(TabContext)?.active ?? true

/** Tells when the page is let go, which its effects cannot: they end as well when its tab is hidden. */
export const usePageGone = (): AbortSignal => useTab().gone
