import { clientVersion } from '@chepu/contract/shell/constants'
import { App } from 'antd'
import { useEffect } from 'react'
import { isNewer } from '@chepu/contract/shell/version'

/** Milliseconds between two checks (business/frame 9.1). */
const interval = 180_000

/** Offers to reload when the server has a higher version than this page (business/frame 4.6). */
export function useVersionCheck(): void {
  const { modal } = App.useApp()
  useEffect(() => {
    let asked = false
    const check = async () => {
      const response = await fetch('/version.json', { cache: 'no-store' })
      const { version } = (await response.json()) as { version: string }
      if (asked || !isNewer(version, clientVersion)) return
      asked = true
      modal.confirm({
        title: '更新提醒',
        content: '当前版本已更新，请刷新后体验最新版本?',
        okText: '刷新',
        cancelText: '取消',
        onOk: () => location.reload(),
        // Asked again at the next check once this prompt has left the page, so that there are never two.
        afterClose: () => {
          asked = false
        },
      })
    }
    // Offline, or a server that serves no version: nothing to offer until the next check.
    const timer = setInterval(() => void check().catch(() => undefined), interval)
    return () => clearInterval(timer)
  }, [modal])
}
