import { type Decimal, shorten } from '@chepu/contract/kernel/decimal'
import { LineChart as Lines } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as install } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

install([Lines, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** One line of a chart; a figure that is not known leaves a gap. */
export interface Series {
  name: string
  values: readonly (Decimal | null)[]
  /** The first line has the theme's colour where none is named. */
  color?: string
  /** Fills the area below it. */
  area?: boolean
}

interface Chart {
  /** What stands below each point, such as a day. */
  labels: readonly string[]
  series: readonly Series[]
  /** Follows a figure where it is told. */
  unit: string
}

/** A design token, as the style sheets know it. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)

/** The theme colour comes first. */
const colors = () => [token('brand'), '#c98a2b', '#2c8f5a', '#8a63b8', '#b5533c', '#5b7083']

/** Options of the chart; the figures stay decimal text, the chart only draws them. */
function optionsOf({ labels, series, unit }: Chart) {
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
    tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => `${String(value ?? '—')} ${unit}` },
    xAxis: {
      type: 'category' as const,
      boundaryGap: false,
      data: [...labels],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token('line') } },
      axisLabel: { color: token('ink-faint') },
    },
    yAxis: {
      type: 'value' as const,
      splitLine: { lineStyle: { color: token('line') } },
      axisLabel: { color: token('ink-faint'), formatter: (value: number) => shorten(String(value)) },
    },
    series: series.map(({ name, values, color, area }, i) => ({
      type: 'line' as const,
      name,
      data: [...values],
      color: color ?? colors()[i % colors().length],
      // A single point would be no line.
      showSymbol: labels.length === 1,
      lineStyle: { width: 2 },
      ...(area && { areaStyle: { opacity: 0.16 } }),
    })),
  }
}

/** Lines over days or documents. The page gives it its size by `className` and loads it when it is wanted, as the charts are heavy. */
export default function LineChart({ className, title, ...chart }: Chart & { className: string; title: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { labels, series, unit } = chart
  useEffect(() => {
    if (!place.current) return
    const drawn = init(place.current)
    drawn.setOption(optionsOf({ labels, series, unit }))
    const resizing = new ResizeObserver(() => drawn.resize())
    resizing.observe(place.current)
    return () => {
      resizing.disconnect()
      drawn.dispose()
    }
  }, [labels, series, unit])
  return <div className={className} ref={place} role="img" aria-label={title} />
}
