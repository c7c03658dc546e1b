import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { PriceTrendRoute } from '@chepu/contract/kernel/trade-query'
import { lazy, Suspense, useMemo } from 'react'
import { dayText, priceText } from '../base/format'
import { useCall } from '../base/use-call'
import { PageModal } from '../ui/page-modal'
import './price-trend.css'

// Charts are heavy, and few look at one.
const LineChart = lazy(() => import('./line-chart'))

type Day = DataOf<PriceTrendRoute>['days'][number]

interface Props {
  route: PriceTrendRoute
  /** What the price is called, for example 进价. */
  price: string
  part: { partId: number; partCode: string; partName: string }
  onClose: () => void
}

/** 价格走势: what a part was traded for on the days of the last year, as a line. */
export function PriceTrend({ route, price, part, onClose }: Props) {
  const { data, error } = useCall(route, { query: { partId: part.partId } })
  return (
    <PageModal
      open
      title={`${price}走势 ${part.partCode} ${part.partName}`}
      width="min(860px, 97vw)"
      footer={null}
      onCancel={onClose}
    >
      <div className="price-trend">
        {error && <p role="alert">{error.message}</p>}
        {data && data.days.length === 0 && <p>近一年没有已过账的单据</p>}
        {data && data.days.length > 0 && <Days days={data.days} price={price} />}
      </div>
    </PageModal>
  )
}

function Days({ days, price }: { days: readonly Day[]; price: string }) {
  const labels = useMemo(() => days.map(({ day }) => day), [days])
  const series = useMemo(() => [{ name: `含税${price}`, values: days.map((each) => each.price) }], [days, price])
  const [first, last] = [days[0] as Day, days.at(-1) as Day]
  return (
    <>
      <p>
        近一年 {days.length} 天有{price}；最低 {priceText(least(days))}，最高 {priceText(most(days))}，最近{' '}
        {priceText(last.price)}（{dayText(last.day)}）
      </p>
      <Suspense fallback={<div className="price-trend-chart" />}>
        <LineChart
          className="price-trend-chart"
          title={`${first.day} 至 ${last.day} 含税${price}走势`}
          labels={labels}
          series={series}
          unit="元"
        />
      </Suspense>
    </>
  )
}

const least = (days: readonly Day[]): Decimal =>
  days.reduce((found, { price }) => (compare(price, found) < 0 ? price : found), (days[0] as Day).price)
const most = (days: readonly Day[]): Decimal =>
  days.reduce((found, { price }) => (compare(price, found) > 0 ? price : found), (days[0] as Day).price)
