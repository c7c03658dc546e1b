import { favouriteRoutes } from '@chepu/contract/shell/favourite'
import { CloseOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { type KeyboardEvent, type MouseEvent as MouseEventOf, useEffect, useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { isTouch } from '../../kit/base/use-narrow'
import type { Navigation, PageRoute } from '../navigation/routes'
import type { OpenTab } from './tabs-model'

interface Props {
  tabs: readonly OpenTab[]
  activeId: number
  navigation: Navigation
  show: (tab: OpenTab) => void
  close: (id: number) => void
  closeOthers: (id: number) => void
  closeAll: () => void
}

/** 收藏 or 取消收藏 of a page, for the menu of its tab; none for a page with a type (business/frame 2.5). */
function useFavourites() {
  const { data = [] } = useCall(favouriteRoutes.list, {}, { stale: 300_000 })
  const refresh = useRefreshCalls()
  const change = async (kind: 'add' | 'remove', { key: name, title }: PageRoute) => {
    await (
      kind === 'add' ? call(favouriteRoutes.add, { body: { name } }) : call(favouriteRoutes.remove, { query: { name } })
    ).finally(() => refresh(favouriteRoutes.list))
    toast.success(kind === 'add' ? `已收藏“${title}”，可在首页打开` : `已取消收藏“${title}”`)
  }
  return (route: PageRoute | undefined) => {
    if (!route || route.type !== '') return []
    const kind = data.some((favourite) => favourite.name === route.key) ? ('remove' as const) : ('add' as const)
    const label = kind === 'add' ? '收藏' : '取消收藏'
    // The call has already told the user why it failed.
    return [{ key: kind, label, onClick: () => void change(kind, route).catch(() => undefined) }]
  }
}

/** Opens the menu of a tab below its title, as the right mouse button does beside the pointer. */
function openByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
  event.preventDefault()
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  const press = { bubbles: true, cancelable: true, clientX: left + 12, clientY: bottom }
  event.currentTarget.dispatchEvent(new MouseEvent('contextmenu', press))
}

/** The event that some systems send for the key besides, which would close the menu again. */
const isFromKey = ({ nativeEvent }: MouseEventOf<HTMLElement>): boolean =>
  nativeEvent.isTrusted && (nativeEvent as PointerEvent).pointerType === ''

type Entries = NonNullable<MenuProps['items']>

/**
 * All open pages by name, for whoever has more than the bar shows at once. A finger has no right button: for it the menu of the
 * shown tab stands below.
 */
function AllTabs({ tabs, activeId, show, menu }: Pick<Props, 'tabs' | 'activeId' | 'show'> & { menu: Entries }) {
  const pages = tabs.map((tab) => ({ key: String(tab.id), label: tab.title, onClick: () => show(tab) }))
  const items: Entries = isTouch() ? [...pages, { key: 'line', type: 'divider' }, ...menu] : pages
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: [String(activeId)] }}
      classNames={{ root: 'tab-menu' }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
    >
      <button type="button" className="tab-list" aria-label={`${tabs.length}个已打开的页面`} aria-haspopup="menu">
        <UnorderedListOutlined />
        {tabs.length}
      </button>
    </Dropdown>
  )
}

/** The bar of visited pages, with its right-click menu (business/frame 2.5). */
export function TabStrip({ tabs, activeId, navigation, show, close, closeOthers, closeAll }: Props) {
  const [target, setTarget] = useState<OpenTab | null>(null)
  const favouriteItems = useFavourites()
  const active = useRef<HTMLLIElement>(null)
  // A title that comes later makes the tab wider.
  const activeTitle = tabs.find((tab) => tab.id === activeId)?.title
  useEffect(() => {
    // Braces: newer browsers answer a promise, which React would take for a clean-up.
    void active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId, activeTitle, tabs.length])

  const menuOf = (tab: OpenTab | null | undefined) => [
    ...favouriteItems(tab ? navigation.routes.get(tab.path) : undefined),
    { key: 'close', label: '关闭', disabled: tab?.pinned ?? true, onClick: () => tab && close(tab.id) },
    { key: 'others', label: '关闭其他', onClick: () => tab && closeOthers(tab.id) },
    { key: 'all', label: '关闭所有', onClick: closeAll },
  ]
  return (
    <nav className="tab-strip" aria-label="已打开的页面">
      <Dropdown menu={{ items: menuOf(target) }} trigger={['contextMenu']} autoFocus>
        <ul>
          {tabs.map((tab) => (
            <li
              key={tab.id}
              ref={tab.id === activeId ? active : null}
              className={tab.id === activeId ? 'tab active' : 'tab'}
              onContextMenu={(event) => {
                if (isFromKey(event)) {
                  event.preventDefault()
                  event.stopPropagation()
                } else setTarget(tab)
              }}
              onKeyDown={openByKey}
              onAuxClick={(event) => event.button === 1 && !tab.pinned && close(tab.id)}
            >
              <button
                type="button"
                className="tab-title"
                aria-current={tab.id === activeId ? 'page' : undefined}
                onClick={() => show(tab)}
              >
                {tab.title}
              </button>
              {!tab.pinned && (
                <button
                  type="button"
                  className="tab-close"
                  aria-label={`关闭 ${tab.title}`}
                  onClick={() => close(tab.id)}
                >
                  <CloseOutlined />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Dropdown>
      <AllTabs {...{ tabs, activeId, show }} menu={menuOf(tabs.find((tab) => tab.id === activeId))} />
    </nav>
  )
}
