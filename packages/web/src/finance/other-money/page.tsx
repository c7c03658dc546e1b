import type { MoneyDirection } from '@chepu/contract/finance/other-money'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { OtherMoneyList } from './list'
import { RecurringList } from './recurring'

const tabs = { out: '其他支出', in: '其他收入', recurring: '固定收支' } as const satisfies Record<
  MoneyDirection,
  string
> &
  Record<string, string>
type Tab = keyof typeof tabs
const isTab = (text: string | undefined): text is Tab => text !== undefined && Object.hasOwn(tabs, text)

/** 其他收支: money that is no trade, either way, and what of it comes every month (business/money-slips 1, 2). */
export function OtherMoneyPage({ first }: { first: MoneyDirection }) {
  const { tab, status } = useScreenParams<{ tab: string; status: string }>()
  const [shown, setShown] = useState<Tab>(isTab(tab) ? tab : first)
  const head = (
    <Segmented<Tab>
      className="lp-tabs"
      value={shown}
      options={Object.entries(tabs).map(([value, label]) => ({ value: value as Tab, label }))}
      onChange={setShown}
    />
  )
  if (shown === 'recurring') return <RecurringList head={head} status={status} />
  return <OtherMoneyList key={shown} direction={shown} head={head} />
}
