import {
  Activity,
  type ComponentType,
  createElement,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { TabContext, type TabView } from '../../kit/base/tabs'
import { Boundary } from './boundary'
import type { Navigation } from '../navigation/routes'
import { screens } from '../navigation/screens'
import type { Screen } from '../../kit/document/screens'
import type { OpenTab } from './tabs-model'

const pages = new Map<Screen['page'], ComponentType>()
const lazyPage = (load: Screen['page']) => {
  const known = pages.get(load) ?? lazy(load)
  pages.set(load, known)
  return known
}

/** Starts loading a screen's page before it is shown. */
export const preload = (key: string): void => void screens[key]?.page().catch(() => undefined)

/** The page of a tab: a deep link with `id` or `new` opens the editor, where there is one. */
function ScreenPage({ screenKey, isEditor }: { screenKey: string; isEditor: boolean }) {
  const screen = screens[screenKey]
  if (!screen) return null
  return createElement(lazyPage(isEditor && screen.editor ? screen.editor : screen.page))
}

const leaving = () => {
  const page = new AbortController()
  return { signal: page.signal, abort: () => page.abort() }
}

interface PageProps {
  tab: OpenTab
  screenKey: string
  active: boolean
  view: (id: number) => Omit<TabView, 'params' | 'active' | 'gone'>
}

/**
 * A kept-alive page. It learns that it is no longer active one step before it is hidden, so that its modals are taken
 * down while their effects still run: an antd Modal that is open inside a hidden Activity crashes on its return.
 */
function TabPage({ tab, screenKey, active, view }: PageProps) {
  const [shown, setShown] = useState(active)
  useLayoutEffect(() => setShown(active), [active])
  const functions = useMemo(() => view(tab.id), [view, tab.id])
  const [{ signal: gone, abort }] = useState(leaving)
  useEffect(() => abort, [abort])
  const context = useMemo(
    () => ({ ...functions, params: tab.params, active, gone }),
    [functions, tab.params, active, gone],
  )
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <section className="page" aria-label={tab.title}>
        <TabContext value={context}>
          <Boundary title="此页面出错了" text="问题已记录，请重试；其他页签不受影响。">
            <Suspense fallback={<div className="page-loading" role="status" aria-label="正在加载" />}>
              <ScreenPage screenKey={screenKey} isEditor={'id' in tab.params || 'new' in tab.params} />
            </Suspense>
          </Boundary>
        </TabContext>
      </section>
    </Activity>
  )
}

/** The pages of all tabs that are kept alive. */
export function TabPages({
  tabs,
  activeId,
  kept,
  navigation,
  view,
}: {
  tabs: readonly OpenTab[]
  activeId: number
  kept: ReadonlySet<number>
  navigation: Navigation
  view: PageProps['view']
}) {
  return tabs.map((tab) => {
    const route = navigation.routes.get(tab.path)
    const active = tab.id === activeId
    if (!route || !(active || (kept.has(tab.id) && !route.noCache))) return null
    return <TabPage key={tab.id} tab={tab} screenKey={route.key} active={active} view={view} />
  })
}
