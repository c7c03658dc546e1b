import { clientLabel, clientVersion } from '@chepu/contract/shell/constants'
import {
  DownOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SwapOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Dropdown, Modal } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useSite } from '../../kit/base/use-site'
import { toggleFullscreen } from '../sign-in/browser'
import type { PageRoute } from '../navigation/routes'
import { SizeSelect } from './size-select'

const ChangeOrg = lazy(() => import('../sign-in/choose-org').then((module) => ({ default: module.ChangeOrg })))

interface Props {
  folded: boolean
  toggle: () => void
  current: PageRoute | undefined
  title: string
  go: (path: string) => void
  signOut: () => void
  showReleases: () => void
  bell: ReactNode
}

/** The way through the menu to the tab. A page outside the menu has no name but its tab's: its own says 新增 where another adds and changes. */
function Breadcrumb({ route, title }: { route: PageRoute; title: string }) {
  const named = title && title !== route.title
  const steps = [...route.groups, ...(named && route.hidden ? [] : [route.title]), ...(named ? [title] : [])]
  return (
    <nav className="breadcrumb" aria-label="当前位置">
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </nav>
  )
}

/** The organisation's name; a click opens the organisation selector (business/frame 2.4). */
function OrgButton() {
  const { orgName } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="top-button org-name" title="切换企业" onClick={() => setOpen(true)}>
        <span>{orgName}</span>
        <SwapOutlined />
      </button>
      <Modal title="切换企业" open={open} onCancel={() => setOpen(false)} footer={null} width={400} destroyOnHidden>
        <Suspense>
          <ChangeOrg />
        </Suspense>
      </Modal>
    </>
  )
}

const fullscreen = async () => {
  if (!(await toggleFullscreen())) toast.warning('当前浏览器不支持全屏')
}

function FullscreenButton() {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  return (
    <button
      type="button"
      className="top-button wide-only"
      aria-label={isFull ? '退出全屏' : '全屏'}
      onClick={() => void fullscreen()}
    >
      {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}

/** The works of others in this program, as tools/notices.ts wrote them into the build. */
const NoticesLink = () => (
  <a href="/THIRD-PARTY-NOTICES.txt" target="_blank" rel="noreferrer">
    第三方软件声明
  </a>
)

/** Menu toggle, breadcrumb, title and version, organisation, fullscreen, user menu. */
export function TopBar({ folded, toggle, current, title, go, signOut, showReleases, bell }: Props) {
  const { name } = useSession()
  const site = useSite()
  const phone = site.servicePhone
  const items = [
    { key: 'home', label: '首页', onClick: () => go('/dashboard') },
    { key: 'password', label: '密码修改', onClick: () => go('/editPwd/index') },
    { key: 'releases', label: '更新说明', onClick: showReleases },
    ...(phone ? [{ key: 'phone', label: <a href={`tel:${phone.replaceAll('-', '')}`}>客服电话 {phone}</a> }] : []),
    { key: 'notices', label: <NoticesLink /> },
    { type: 'divider' as const },
    { key: 'leave', label: '退出登录', onClick: signOut },
  ]
  return (
    <header className="top-bar">
      <button type="button" className="top-button" aria-label={folded ? '展开菜单' : '收起菜单'} onClick={toggle}>
        {folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
      {current?.breadcrumb && <Breadcrumb route={current} title={title} />}
      <div className="top-space" />
      {site.isVersionShown && (
        <span className="app-version wide-only">
          {site.title} {clientVersion} {clientLabel}
        </span>
      )}
      <OrgButton />
      <FullscreenButton />
      <SizeSelect />
      {bell}
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="top-button user-button" aria-label={`用户菜单 ${name}`}>
          <UserOutlined />
          <span className="wide-only">{name}</span>
          <DownOutlined className="wide-only small-icon" />
        </button>
      </Dropdown>
    </header>
  )
}
