import './master-tabs.css'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'

/** Masters that belong together, each in a tab of the page; a tab is made when it is first shown. */
export function MasterTabs(props: { tabs: readonly { key: string; label: string; children: ReactNode }[] }) {
  return <Tabs size="small" className="master-tabs" items={[...props.tabs]} />
}
