import {
  type DeskRow,
  deskQueues,
  type KeeperDesk,
  keeperDesk,
  type KeeperQueue,
} from '@chepu/contract/warehouse/keeper-desk'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect } from 'react'
import { qtyText, timeText } from '../../kit/base/format'
import { useRenewal } from '../../kit/base/news'
import { useSession } from '../../kit/base/session'
import { type TabTarget, useScreenParams, useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { FilterContext, useFilterState } from '../../kit/list/use-filters'
import { WarehouseFilter } from '../../pickers/filters'
import './keeper-desk.css'
import { QueueCard } from './queue-card'

/** 仓库工作台 (business/warehouse 7): what waits for the keeper, queue by queue. */
export default function KeeperBoard() {
  const filters = useWarehouseKept()
  const warehouseId = filters.applied['warehouseId']
  const query = warehouseId === undefined ? {} : { warehouseId: Number.parseInt(warehouseId, 10) }
  const { data, error, refetch } = useCall(keeperDesk, { query }, { keeps: true })
  useRenewal(keeperDesk)
  return (
    <div className="keeper-desk">
      <header>
        <h1>仓库工作台</h1>
        <FilterContext value={filters}>
          <WarehouseFilter name="warehouseId" />
        </FilterContext>
        <Button size="small" onClick={() => void refetch()}>
          刷新
        </Button>
      </header>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className="kd-queues">
          {data.queues.map((queue) => (
            <Documents key={queue.key} queue={queue} />
          ))}
          {data.low && <LowStock low={data.low} />}
        </div>
      )}
    </div>
  )
}

/** The filter 仓库, as it was left in this organisation, unless the address names one. */
function useWarehouseKept() {
  const { orgId, whids } = useSession()
  const { warehouseId: asked } = useScreenParams()
  const key = `chepu.desk.warehouse.${orgId}`
  const kept = localStorage.getItem(key) ?? undefined
  const isOpen = kept !== undefined && whids.includes(Number.parseInt(kept, 10))
  const filters = useFilterState({}, { warehouseId: asked ?? (isOpen ? kept : undefined) })
  const { warehouseId } = filters.applied
  useEffect(() => {
    if (warehouseId === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, warehouseId)
  }, [key, warehouseId])
  return filters
}

function Documents({ queue }: { queue: KeeperQueue }) {
  const { open } = useTabs()
  const { key, count, places, rows } = queue
  return (
    <QueueCard title={deskQueues[key]} count={count} places={places} nothing={`没有${deskQueues[key]}的单据`}>
      {rows.map((row) => (
        <li key={`${row.kind} ${row.id}`}>
          <button type="button" className="kd-row" onClick={() => open(targetOf(queue, row))}>
            <b>{row.billNo}</b>
            <span className="kd-state">{row.state}</span>
            <time>{waitText(row)}</time>
            <span className="kd-side">{[row.sideName, row.warehouseName].filter(Boolean).join(' · ')}</span>
            <span className="kd-goods">{goodsText(row)}</span>
          </button>
        </li>
      ))}
    </QueueCard>
  )
}

/** What is received or shipped is done on the tab of its board; any other document by itself. */
function targetOf({ key, places }: KeeperQueue, { kind, id, billNo }: DeskRow): TabTarget {
  // Goods are issued to an order at the desk; the order itself is the adviser's.
  if (key === 'picking') return { key: 'pickingByNumber', params: { order: billNo } }
  const board = places.find(({ params }) => params['tab'] === kind)
  if (board) return { key: board.screen, params: { ...board.params, billNo } }
  return documentPath(kind, id) ?? { key: places[0]?.screen ?? '' }
}

/** How long it has waited: the hour when it came today, else in days. */
const waitText = ({ since, days }: DeskRow) => (days > 0 ? `${days}天` : timeText(since).slice(11, 16))

const goodsText = ({ lineCount, qty, countedCount }: DeskRow) =>
  countedCount === null ? `${lineCount}种 ${qtyText(qty)}件` : `已盘 ${countedCount}/${lineCount}`

function LowStock({ low: { count, rows, place } }: { low: NonNullable<KeeperDesk['low']> }) {
  const { open } = useTabs()
  return (
    <QueueCard title="预警" count={count} unit="项" places={[place]} nothing="没有低于下限的配件">
      {rows.map((row) => (
        <li key={`${row.partId}:${row.warehouseId ?? ''}`}>
          <button
            type="button"
            className="kd-row"
            onClick={() => open({ key: place.screen, params: { ...place.params, part: row.partCode } })}
          >
            <b>{row.partCode}</b>
            <span className="kd-side">{row.partName}</span>
            <span className="kd-goods">
              {row.warehouseName} 现存 {qtyText(row.onHand)} / 下限 {qtyText(row.minStock)} {row.unitName}
            </span>
          </button>
        </li>
      ))}
    </QueueCard>
  )
}
