import type { Dashboard } from '@chepu/contract/shell/dashboard'
import { useMemo } from 'react'
import LineChart, { type Series } from '../../kit/chart/line-chart'

type Day = Dashboard['trend'][number]

const lines = [
  { key: 'sales', name: '销售', area: true },
  { key: 'output', name: '产值', color: '#7a5bc0' },
  { key: 'purchases', name: '采购', color: '#c98a2b' },
  { key: 'margin', name: '毛利', color: '#2c8f5a' },
] as const

/** The lines whose figures the caller may see. */
const seriesOf = (days: readonly Day[]): Series[] =>
  lines
    .filter(({ key }) => days.some((day) => day[key] !== undefined))
    .map(({ key, ...line }) => ({ ...line, values: days.map((day) => day[key] ?? '0') }))

/** Line of sales, purchases and margin over the days, yuan. */
export default function Trend({ days }: { days: readonly Day[] }) {
  const labels = useMemo(() => days.map(({ day }) => day.slice(5)), [days])
  const series = useMemo(() => seriesOf(days), [days])
  return (
    <LineChart className="trend" title="近30天销售、产值、采购与毛利走势" labels={labels} series={series} unit="元" />
  )
}
