import { isZero, withCommas } from '@chepu/contract/kernel/decimal'
import { type Dashboard as Figures, dashboard } from '@chepu/contract/shell/dashboard'
import { shanghaiClock } from '@chepu/contract/kernel/time'
import { Alert, Button, Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { CarsInWork } from './cars-in-work'
import './dashboard.css'
import { ExpectedCars } from './expected-cars'
import { QuickEntries } from './quick-entries'
import { Accounts, Tasks } from './tasks'

const Trend = lazy(() => import('./trend'))

interface TileProps {
  title: string
  figure: string
  unit?: string
  /** Second line, smaller. */
  note: ReactNode
  alarm?: boolean
  /** Screen the tile leads to. */
  to: { key: string; params?: Record<string, string> } | null
}

function Tile({ title, figure, unit = '元', note, alarm = false, to }: TileProps) {
  const { open } = useTabs()
  const content = (
    <>
      <span className="tile-title">{title}</span>
      <span className={alarm ? 'tile-figure alarm' : 'tile-figure'}>
        {figure}
        <small>{unit}</small>
      </span>
      <span className="tile-note">{note}</span>
    </>
  )
  return to ? (
    <button type="button" className="tile" onClick={() => open(to)}>
      {content}
    </button>
  ) : (
    <div className="tile">{content}</div>
  )
}

const month = (figure: { month: string }) => `本月 ${withCommas(figure.month)}`
const traded = (figure: { month: string; returned: string }) =>
  isZero(figure.returned) ? month(figure) : `${month(figure)}（已减退货 ${withCommas(figure.returned)}）`

const withRepair = (note: string, { repair }: NonNullable<Figures['margin']>) =>
  repair ? `今日含维修 ${withCommas(repair.today)} · ${note}` : note

/** 台次 of a shop that repairs, each as the list of orders counts them. */
function CarTiles({ cars }: { cars: NonNullable<Figures['cars']> }) {
  const tile = (title: string, count: number, note: string, params: Record<string, string>) => (
    <Tile title={title} figure={String(count)} unit="台次" note={note} to={{ key: 'repair', params }} />
  )
  return (
    <>
      {tile('今日进厂', cars.arrived, '今天到店开单的车', { arrivedToday: 'true' })}
      {tile('在厂', cars.inShop, '还没有交车', { inShop: 'true' })}
      {tile('待结算', cars.unsettled, '已完工，等待结算', { state: 'completed' })}
    </>
  )
}

function Tiles({ figures }: { figures: Figures }) {
  const { cars, output, purchases, sales, margin, receivables, payables, stockWarnings, day } = figures
  return (
    <div className="tiles">
      {cars && <CarTiles cars={cars} />}
      {output && (
        <Tile
          title="今日产值"
          figure={withCommas(output.today)}
          note={isZero(output.returned) ? month(output) : `${month(output)}（已减退单 ${withCommas(output.returned)}）`}
          to={{ key: 'costSettlement', params: { from: day, to: day, state: 'done' } }}
        />
      )}
      {sales && (
        <Tile
          title="今日销售"
          figure={withCommas(sales.today)}
          note={withRepair(traded(sales), sales)}
          to={{ key: 'sale' }}
        />
      )}
      {margin && (
        <Tile
          title="今日毛利"
          figure={withCommas(margin.today)}
          note={withRepair(month(margin), margin)}
          to={{ key: 'sale' }}
        />
      )}
      {purchases && (
        <Tile title="今日采购" figure={withCommas(purchases.today)} note={traded(purchases)} to={{ key: 'purchase' }} />
      )}
      {receivables && <Open title="应收未收" amounts={receivables} to="receivableAccount" />}
      {payables && <Open title="应付未付" amounts={payables} to="payableAccount" />}
      {stockWarnings && (
        <Tile
          title="库存预警"
          figure={String(stockWarnings.low + stockWarnings.high)}
          unit="种"
          note={`低于下限 ${stockWarnings.low} · 高于上限 ${stockWarnings.high}`}
          alarm={stockWarnings.low > 0}
          to={{
            key: 'stockInquiry',
            params: { tab: 'part', inStock: 'false', limit: stockWarnings.low > 0 ? 'low' : 'high' },
          }}
        />
      )}
    </div>
  )
}

function Open({ title, amounts, to }: { title: string; amounts: NonNullable<Figures['payables']>; to: string }) {
  const overdue = isZero(amounts.overdue) ? '无逾期' : `逾期 ${withCommas(amounts.overdue)}`
  return (
    <Tile
      title={title}
      figure={withCommas(amounts.open)}
      note={
        <>
          {amounts.partners} 家 · <em className={isZero(amounts.overdue) ? '' : 'alarm'}>{overdue}</em>
        </>
      }
      to={{ key: to }}
    />
  )
}

const weekdayText = (day: string) => `星期${'日一二三四五六'.charAt(new Date(day).getUTCDay())}`

/** /dashboard: the day at a glance, each figure by permission (business/frame 2.8). */
export default function Dashboard() {
  const { name, orgName } = useSession()
  const { data, error, dataUpdatedAt, refetch } = useCall(dashboard)
  const retry = (
    <Button size="small" onClick={() => void refetch()}>
      重试
    </Button>
  )
  if (error) return <Alert type="error" showIcon title={error.message} action={retry} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const lines = data.trend.some((day) => day.sales !== undefined || day.purchases !== undefined)
  return (
    <div className="dashboard">
      <header>
        <h1>{name}，您好</h1>
        <p className="soft">
          {data.day} {weekdayText(data.day)} · {orgName} · {shanghaiClock(new Date(dataUpdatedAt)).slice(0, 5)} 更新
        </p>
      </header>
      <QuickEntries />
      <Tiles figures={data} />
      <div className={lines ? 'home-parts' : 'home-parts home-even'}>
        <div className="home-side">
          <Tasks tasks={data.tasks} />
          <ExpectedCars day={data.day} />
          {data.cars && <CarsInWork />}
          {data.accounts && <Accounts accounts={data.accounts} />}
        </div>
        {lines && (
          <section className="trend-card">
            <h2>近30天</h2>
            <Suspense fallback={<div className="trend" />}>
              <Trend days={data.trend} />
            </Suspense>
          </section>
        )}
      </div>
    </div>
  )
}
