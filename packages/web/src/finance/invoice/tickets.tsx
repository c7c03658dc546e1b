import { Segmented } from 'antd'
import { useState } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { IssuedList, ReceivedList } from './lists'
import { PendingList } from './pending'

const tabs = { issued: '开票管理', received: '收票管理', toIssue: '待开票', toReceive: '待收票' } as const
type Tab = keyof typeof tabs

/** 票据管理: invoices of both directions, and the bills that wait for one (business/invoices 1). */
export default function TicketManage() {
  const { tab: asked } = useScreenParams()
  const [tab, setTab] = useState<Tab>(asked !== undefined && asked in tabs ? (asked as Tab) : 'issued')
  const head = (
    <Segmented
      className="lp-tabs"
      value={tab}
      options={Object.entries(tabs).map(([value, label]) => ({ value: value as Tab, label }))}
      onChange={setTab}
    />
  )
  switch (tab) {
    case 'received':
      return <ReceivedList key={tab} head={head} />
    case 'toIssue':
      return <PendingList key={tab} side="AR" head={head} />
    case 'toReceive':
      return <PendingList key={tab} side="AP" head={head} />
    default:
      return <IssuedList key={tab} head={head} />
  }
}
