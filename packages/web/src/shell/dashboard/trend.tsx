import { type Decimal, shorten } from '@chepu/contract/kernel/decimal'
import type { Dashboard } from '@chepu/contract/shell/dashboard'
import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as install } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

install([LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

type Day = Dashboard['trend'][number]

/** A design token, as the style sheets know it. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)

/** The theme colour comes first. */
const seriesOf = () =>
  [
    { key: 'sales', name: '销售', color: token('brand'), area: true },
    { key: 'purchases', name: '采购', color: '#c98a2b', area: false },
    { key: 'margin', name: '毛利', color: '#2c8f5a', area: false },
  ] as const

/** Options of the chart; the figures stay decimal text, the chart only draws them. */
function optionsOf(days: readonly Day[]) {
  const shown = seriesOf().filter(({ key }) => days.some((day) => day[key] !== undefined))
  return {
    animation: false,
    textStyle: { fontFamily: token('font'), color: token('ink-soft') },
    grid: { left: 8, right: 16, top: 36, bottom: 4, containLabel: true },
    legend: {
      right: 8,
      top: 0,
      icon: 'roundRect',
      itemWidth: 12,
      itemHeight: 3,
      textStyle: { color: token('ink-soft') },
    },
    tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => `${String(value)} 元` },
    xAxis: {
      type: 'category' as const,
      boundaryGap: false,
      data: days.map(({ day }) => day.slice(5)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token('line') } },
      axisLabel: { color: token('ink-faint') },
    },
    yAxis: {
      type: 'value' as const,
      splitLine: { lineStyle: { color: token('line') } },
      axisLabel: { color: token('ink-faint'), formatter: (value: number) => shorten(String(value)) },
    },
    series: shown.map(({ key, name, color, area }) => ({
      type: 'line' as const,
      name,
      data: days.map((day): Decimal => day[key] ?? '0'),
      color,
      showSymbol: false,
      lineStyle: { width: 2 },
      ...(area && { areaStyle: { opacity: 0.16 } }),
    })),
  }
}

/** Line of sales, purchases and margin over the days, yuan. */
export default function Trend({ days }: { days: readonly Day[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const chart = init(place.current)
    chart.setOption(optionsOf(days))
    const resizing = new ResizeObserver(() => chart.resize())
    resizing.observe(place.current)
    return () => {
      resizing.disconnect()
      chart.dispose()
    }
  }, [days])
  return <div className="trend" ref={place} role="img" aria-label="近30天销售、采购与毛利走势" />
}
