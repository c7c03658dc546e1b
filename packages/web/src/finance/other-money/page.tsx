import type { MoneyDirection } from '@chepu/contract/finance/other-money'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { OtherMoneyList } from './list'

const tabs = { out: '其他支出', in: '其他收入' } as const satisfies Record<MoneyDirection, string>

/** 其他收支: money that is no trade, either way (business/money-slips 1). */
export function OtherMoneyPage({ first }: { first: MoneyDirection }) {
  const { tab } = useScreenParams<{ tab: string }>()
  const [shown, setShown] = useState<MoneyDirection>(tab === 'in' || tab === 'out' ? tab : first)
  const head = (
    <Segmented<MoneyDirection>
      className="lp-tabs"
      value={shown}
      options={Object.entries(tabs).map(([value, label]) => ({ value: value as MoneyDirection, label }))}
      onChange={setShown}
    />
  )
  return <OtherMoneyList key={shown} direction={shown} head={head} />
}
