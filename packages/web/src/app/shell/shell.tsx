import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { lazy, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { refreshSite, setPageTitle } from '../../kit/base/site'
import { beep } from '../../kit/base/beep'
import { onToast, toast } from '../../kit/base/toast'
import { useScanRefusal } from '../../kit/base/use-scans'
import { Elsewhere, readPlace, usePlace } from '../navigation/location'
import { homePath } from '../navigation/routes'
import { SignedIn } from './signed-in'
import { preload } from '../tabs/tab-pages'
import { antdTheme } from './theme'
import './shell.css'

const ChooseOrgPage = lazy(() => import('../sign-in/choose-org').then((module) => ({ default: module.ChooseOrgPage })))

const RegisterCompany = lazy(() => import('../sign-in/register/register-company'))

const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

/** Draws the toasts of the kit, and says of a scan that lands in a figure that it was not taken; errors stay 5 s, an expiry 3 s (business/frame 9.1). */
function Toasts() {
  const { message } = App.useApp()
  useEffect(
    () => onToast(({ kind, text, seconds }) => void message.open({ type: kind, content: text, duration: seconds })),
    [message],
  )
  useScanRefusal((code) => {
    beep()
    toast.error(`这里不能扫码，已忽略 ${code}`)
  })
  return null
}

/** The fixed routes of business/frame 2.2 that stand outside the frame; all others are tabs in it. */
function Page() {
  switch (usePlace().pathname) {
    case '/':
      return <Elsewhere address={homePath} />
    case '/changeOrgA':
      return <ChooseOrgPage />
    case '/register/company':
      return <RegisterCompany />
    default:
      return <SignedIn />
  }
}

function Shell() {
  return (
    <ConfigProvider
      locale={zhCN}
      componentSize="small"
      theme={antdTheme}
      button={{ autoInsertSpace: false }}
      // Dialogs do not close on a click beside them (business/frame 9.2).
      modal={{ mask: { closable: false, blur: false } }}
      drawer={{ mask: { closable: false, blur: false } }}
    >
      <App component={false} message={{ maxCount: 4 }}>
        <Toasts />
        <QueryClientProvider client={queries}>
          <Suspense fallback={<div className="boot" />}>
            <Page />
          </Suspense>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}

/** Replaces the sign-in page by the shell. */
export function mountShell(root: HTMLElement): void {
  setPageTitle('')
  void refreshSite()
  readPlace()
  // The wanted page comes while the session is asked for.
  preload(location.pathname.slice(1))
  root.replaceChildren()
  createRoot(root).render(<Shell />)
}
