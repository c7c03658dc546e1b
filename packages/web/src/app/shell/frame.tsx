import { App } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { logoOf, setPageTitle } from '../../kit/base/site'
import { useSite } from '../../kit/base/use-site'
import { Bell } from '../bell/bell'
import { BlankPage } from '../navigation/blank-pages'
import { isChrome } from '../sign-in/browser'
import { MobileMenu } from './mobile-menu'
import { Elsewhere, usePlace } from '../navigation/location'
import { isBlankPath, type Navigation } from '../navigation/routes'
import { SideMenu } from './side-menu'
import { signOut } from '../sign-in/sign-in'
import { TabPages } from '../tabs/tab-pages'
import { TabStrip } from '../tabs/tab-strip'
import { alive } from '../tabs/tabs-model'
import { sideWidth } from './theme'
import { TopBar } from './top-bar'
import { useLayout } from './use-layout'
import type { BellState } from '../bell/use-push'
import { redirected, useTabBar } from '../tabs/use-tab-bar'
import { useVersionCheck } from './use-version-check'

const ReleaseNotes = lazy(() => import('../bell/release-notes').then((module) => ({ default: module.ReleaseNotes })))

function Logo() {
  const site = useSite()
  return (
    <div className="side-logo">
      <img src={logoOf(site)} alt="" width="26" height="26" />
      <span>{site.title}</span>
    </div>
  )
}

function BrowserWarning() {
  const [seen, setSeen] = useState(isChrome)
  if (seen) return null
  return (
    <p className="browser-warning" role="alert">
      系统暂不支持当前浏览器，使用不兼容的浏览器可能导致数据错误，推荐使用谷歌浏览器（Chrome）。
      <button type="button" onClick={() => setSeen(true)}>
        知道了
      </button>
    </p>
  )
}

/** The shell around all pages: side menu, top bar, tab bar, and the pages of the open tabs. */
export function Frame({ navigation, bell }: { navigation: Navigation; bell: BellState }) {
  const { pathname } = usePlace()
  const { modal } = App.useApp()
  const layout = useLayout()
  const bar = useTabBar(navigation)
  const [showsReleases, setShowsReleases] = useState(false)
  useVersionCheck()
  const { tabs } = bar.state
  const blank = isBlankPath(pathname) ? pathname : undefined
  const activeId = blank ? 0 : bar.state.activeId
  const active = tabs.find((tab) => tab.id === activeId)
  const current = navigation.routes.get(pathname)
  const kept = useMemo(() => alive(bar.state, bar.isDirty), [bar.state, bar.isDirty])

  const title = active?.title ?? current?.title ?? ''
  useEffect(() => {
    if (!blank) setPageTitle(title)
  }, [title, blank])

  if (!current && !blank && redirected(pathname) === '') return <Elsewhere address="/404" />

  const go = (path: string) => {
    bar.open(path)
    if (layout.isMobile) layout.close()
  }
  const leaveAll = () => {
    const unsaved = tabs.filter((tab) => bar.isDirty(tab.id))
    if (unsaved.length === 0) return void signOut()
    modal.confirm({
      title: '有未保存的内容',
      content: `${unsaved.map((tab) => `“${tab.title}”`).join('、')}尚未保存。单据的草稿会保留在本机，您再次登录打开后可恢复；其他修改将丢失。`,
      okText: '退出登录',
      onOk: signOut,
    })
  }
  const menu = (
    <>
      <Logo />
      <SideMenu menu={navigation.menu} current={current} folded={!layout.isMobile && !layout.isOpen} go={go} />
    </>
  )

  return (
    <div className="frame">
      <BrowserWarning />
      {layout.isMobile ? (
        <MobileMenu isOpen={layout.isOpen} close={layout.close}>
          {menu}
        </MobileMenu>
      ) : (
        <aside
          className={`side${layout.isOpen ? '' : ' folded'}${layout.isStill ? ' still' : ''}`}
          style={{ width: layout.isOpen ? sideWidth.open : sideWidth.folded }}
          aria-label="菜单"
        >
          {menu}
        </aside>
      )}
      <div className="work">
        <TopBar
          folded={!layout.isOpen}
          toggle={layout.toggle}
          current={current}
          title={title}
          go={go}
          signOut={leaveAll}
          showReleases={() => setShowsReleases(true)}
          bell={<Bell bell={bell} open={bar.open} />}
        />
        <TabStrip
          tabs={tabs}
          activeId={activeId}
          navigation={navigation}
          show={bar.show}
          close={bar.close}
          closeOthers={bar.closeOthers}
          closeAll={bar.closeAll}
        />
        {showsReleases && (
          <Suspense>
            <ReleaseNotes onClose={() => setShowsReleases(false)} />
          </Suspense>
        )}
        <main className="pages">
          {blank && <BlankPage path={blank} />}
          <TabPages tabs={tabs} activeId={activeId} kept={kept} navigation={navigation} view={bar.viewOf} />
        </main>
      </div>
    </div>
  )
}
