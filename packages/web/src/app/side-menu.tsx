import {
  AppstoreOutlined,
  BarChartOutlined,
  CreditCardOutlined,
  DatabaseOutlined,
  HomeOutlined,
  InboxOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  TeamOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { Menu, type MenuProps } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { MenuEntry, PageRoute } from './routes'
import { preload } from './tab-pages'

/** Icons that the server's menu may name. */
const icons: Record<string, ReactNode> = {
  home: <HomeOutlined />,
  purchase: <ShoppingCartOutlined />,
  sale: <ShopOutlined />,
  stock: <InboxOutlined />,
  customer: <TeamOutlined />,
  card: <CreditCardOutlined />,
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

/** The product's mark and the permitted pages. */
export function SideMenu({ menu, current, folded, go }: Props) {
  const groups = groupsOf(menu, current?.path)
  const [open, setOpen] = useState<string[]>(groups)
  const wanted = groups.join()
  useEffect(() => {
    if (wanted) setOpen((names) => [...new Set([...names, ...wanted.split(',')])])
  }, [wanted])

  const items = (entries: readonly MenuEntry[], top: boolean): MenuProps['items'] =>
    entries.map(({ route, name, title, icon, children }) => ({
      key: route?.path ?? name,
      label: title,
      icon: top ? (icons[icon] ?? <AppstoreOutlined />) : undefined,
      ...(route ? { onMouseEnter: () => preload(route.key) } : { children: items(children, false) }),
    }))

  return (
    <Menu
      mode="inline"
      theme="dark"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items(menu, true)}
      selectedKeys={current ? [current.path] : []}
      {...(folded ? {} : { openKeys: open, onOpenChange: setOpen })}
      onClick={({ key }) => go(key)}
    />
  )
}
