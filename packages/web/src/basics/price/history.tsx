import { type PriceChangeRow, priceHistory } from '@chepu/contract/basics/price-list'
import { priceNames, productPrices } from '@chepu/contract/basics/product'
import { lazy, Suspense, useMemo } from 'react'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { dayText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import type { Series } from '../../kit/chart/line-chart'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { PageModal } from '../../kit/ui/page-modal'
import type { ReactNode } from 'react'
import './price.css'

const LineChart = lazy(() => import('../../kit/chart/line-chart'))

const pathOf = (row: PriceChangeRow) =>
  row.adjustmentId === null ? undefined : documentPath('price_adjustment', row.adjustmentId)

const list = listOf(priceHistory, { billNo: { href: pathOf } })
const ofOnePart = { ...list, columns: list.columns.filter(({ key }) => !key.startsWith('part')) }

/** 调价记录 of all products. */
export function HistoryList(props: { head: ReactNode }) {
  return (
    <ListPage<PriceChangeRow> {...list} name="price.history" nothing="还没有调价记录" head={props.head}>
      <DateRangeFilter title="时间" />
      <TextFilter name="part" title="配件" search placeholder="编码/名称/拼音/OE号/条码" />
      <SelectFilter name="price" title="价格" options={productPrices} multiple />
    </ListPage>
  )
}

/** Changes that the chart looks back upon. */
const charted = 500

/** 调价记录 of one product: its prices as lines over time, and every change. */
export function HistoryDialog(props: {
  part: { partId: number; partCode: string; partName: string }
  onClose: () => void
}) {
  const { part } = props
  const { open } = useTabs()
  const found = useCall(priceHistory.list, { query: { partId: part.partId, rows: charted } })
  const { labels, series } = useMemo(() => linesOf(found.data?.rows ?? []), [found.data])
  return (
    <PageModal
      open
      title={`调价记录 ${part.partCode} ${part.partName}`}
      width="min(980px, 97vw)"
      footer={null}
      onCancel={props.onClose}
    >
      <div className="price-history">
        {series.length > 0 && (
          <Suspense fallback={<div className="price-trend" />}>
            <LineChart
              className="price-trend"
              title={`${part.partName}价格走势`}
              labels={labels}
              series={series}
              unit="元"
            />
          </Suspense>
        )}
        <ListPage<PriceChangeRow>
          {...ofOnePart}
          name="price.historyOfPart"
          nothing="还没有调价记录"
          defaults={{ partId: String(part.partId) }}
          onOpen={(row) => {
            const path = pathOf(row)
            if (!path) return
            props.onClose()
            open(path)
          }}
        />
      </div>
    </PageModal>
  )
}

/** What stood first and a point for each change; a price that did not change stays where it was, one not known yet has no point. */
function linesOf(latestFirst: readonly PriceChangeRow[]): { labels: string[]; series: Series[] } {
  const rows = latestFirst.toReversed()
  const changed = priceNames.filter((name) => rows.some(({ price }) => price === name))
  const series = changed.map((name) => {
    const first = rows.find(({ price }) => price === name)?.oldPrice ?? null
    let now = first
    const after = rows.map(({ price, newPrice }) => (price === name ? (now = newPrice) : now))
    return { name: productPrices[name], values: [first, ...after] }
  })
  return { labels: ['原价', ...rows.map(({ changedAt }) => dayText(changedAt).slice(5))], series }
}
