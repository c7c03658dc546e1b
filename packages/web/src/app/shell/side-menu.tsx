import {
  AppstoreOutlined,
  BarChartOutlined,
  CreditCardOutlined,
  DatabaseOutlined,
  ExportOutlined,
  HomeOutlined,
  InboxOutlined,
  SafetyCertificateOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  TeamOutlined,
  ToolOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { Menu, type MenuProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MenuEntry, PageRoute } from '../navigation/routes'
import { preload } from '../tabs/tab-pages'

/** Icons that the server's menu may name. */
const icons: Record<string, ReactNode> = {
  home: <HomeOutlined />,
  purchase: <ShoppingCartOutlined />,
  sale: <ShopOutlined />,
  stock: <InboxOutlined />,
  picking: <ExportOutlined />,
  customer: <TeamOutlined />,
  card: <CreditCardOutlined />,
  repair: <ToolOutlined />,
  warranty: <SafetyCertificateOutlined />,
  finance: <WalletOutlined />,
  statistics: <BarChartOutlined />,
  basics: <DatabaseOutlined />,
}

interface Props {
  menu: MenuEntry[]
  current: PageRoute | undefined
  folded: boolean
  go: (path: string) => void
}

/** Names of the groups that lead to a page. */
function groupsOf(menu: readonly MenuEntry[], path: string | undefined): string[] {
  for (const entry of menu) {
    if (entry.route?.path === path) return []
    const below = entry.children.some((child) => child.route?.path === path || groupsOf([child], path).length > 0)
    if (below) return [entry.name, ...groupsOf(entry.children, path)]
  }
  return []
}

/** Names of the groups from the top down to the group itself. */
function pathTo(menu: readonly MenuEntry[], name: string): string[] {
  for (const entry of menu) {
    if (entry.name === name) return [name]
    const below = pathTo(entry.children, name)
    if (below.length > 0) return [entry.name, ...below]
  }
  return []
}

/**
 * The permitted pages. One group stands open at a time, so that the menu stays short: the one that was opened last, at
 * first that of the shown page, whose entry is scrolled into view.
 */
export function SideMenu({ menu, current, folded, go }: Props) {
  const groups = groupsOf(menu, current?.path)
  const [open, setOpen] = useState<string[]>(groups)
  const list = useRef<HTMLDivElement>(null)
  // A group that the user opens by hand stays where it is; one that opens for the page brings its entry into view.
  const isByHand = useRef(false)
  const wanted = groups.join()
  useEffect(() => {
    if (!wanted) return
    isByHand.current = false
    setOpen(wanted.split(','))
  }, [wanted])
  const reveal = () => list.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' })
  useEffect(() => void reveal(), [current?.path])
  // The menu shows the group one step after it is told to.
  useEffect(() => {
    if (isByHand.current) return
    const frame = requestAnimationFrame(reveal)
    return () => cancelAnimationFrame(frame)
  }, [open])
  const follow = (names: string[]) => {
    isByHand.current = true
    const opened = names.find((name) => !open.includes(name))
    setOpen(opened === undefined ? names : pathTo(menu, opened))
  }

  const items = (entries: readonly MenuEntry[], top: boolean): MenuProps['items'] =>
    entries.map(({ route, name, title, icon, children }) => ({
      key: route?.path ?? name,
      label: title,
      icon: top ? (icons[icon] ?? <AppstoreOutlined />) : undefined,
      ...(route ? { onMouseEnter: () => preload(route.key) } : { children: items(children, false) }),
    }))

  return (
    <div ref={list}>
      <Menu
        mode="inline"
        theme="dark"
        inlineCollapsed={folded}
        inlineIndent={16}
        items={items(menu, true)}
        selectedKeys={current ? [current.path] : []}
        {...(folded ? {} : { openKeys: open, onOpenChange: follow })}
        onClick={({ key }) => go(key)}
      />
    </div>
  )
}
