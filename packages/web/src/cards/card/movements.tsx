import {
  type CardMovement,
  type CardMovementFilters,
  type CardMovementTotals,
  cardRoutes,
} from '@chepu/contract/cards/card'
import { cardMoves } from '@chepu/contract/cards/card-report'
import { isZero } from '@chepu/contract/kernel/decimal'
import { DatePicker, Pagination, Select } from 'antd'
import { useId, useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import { moneyText, qtyText, timeText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { documentPath, documentScreen } from '../../kit/document/document-screens'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import type { Card } from './fields'
import '../../kit/ui/small-table.css'

const pageSize = 20

/** A figure with its sign; nothing where nothing moved. */
const moved = (value: string, text: (value: string) => string): string =>
  isZero(value) ? '' : value.startsWith('-') ? text(value) : `+${text(value)}`

/** When it was, to the second; of one that was entered later the day of the books, by which days are asked for. */
const whenOf = ({ at, bizDate }: CardMovement): string => (timeText(at).startsWith(bizDate) ? timeText(at) : bizDate)

/** The document behind a movement: the one that was made, else that which made it. */
const documentOf = ({ kind, documentId, billNo, makerKind, makerId, makerNo }: CardMovement) =>
  makerKind !== null && makerId !== null
    ? { kind: makerKind, id: makerId, billNo: makerNo ?? billNo }
    : { kind, id: documentId, billNo }

function DocumentCell({ row, onFollow }: { row: CardMovement; onFollow: () => void }) {
  const { open } = useTabs()
  const { kind, id, billNo } = documentOf(row)
  const path = documentPath(kind, id)
  const title = documentScreen(kind)?.title ?? ''
  if (!path) return `${title} ${billNo}`
  const follow = () => {
    onFollow()
    open(path)
  }
  return (
    <>
      {title}{' '}
      <button type="button" className="kit-link" onClick={follow}>
        {billNo}
      </button>
    </>
  )
}

/** 流水 of a card: money, points and packages in one table, newest first, each with what stood there behind it, of some days or one kind where that is asked (business/cards 3). */
export function CardMovements({ cardId, onFollow }: { cardId: number; onFollow: () => void }) {
  const [page, setPage] = useState(1)
  const [filters, setFilters] = useState<CardMovementFilters>({})
  const params = { id: cardId }
  const query = { page, rows: pageSize, ...filters }
  const { data, error } = useCall(cardRoutes.movements, { params, query }, { keeps: true })
  const { data: totals } = useCall(cardRoutes.movementTotals, { params, query: filters }, { keeps: true })
  const ask = (asked: CardMovementFilters) => {
    setPage(1)
    setFilters(asked)
  }
  const reached = (page - 1) * pageSize + (data?.rows.length ?? 0)
  return (
    <>
      <MovementConditions filters={filters} onChange={ask} />
      {error && <p role="alert">{error.message}</p>}
      {!error && !data && <p>正在加载…</p>}
      {data?.rows.length === 0 && <p className="cards-none">没有流水</p>}
      {totals && <MovementTotals totals={totals} />}
      {data && data.rows.length > 0 && <MovementTable rows={data.rows} onFollow={onFollow} />}
      {(page > 1 || data?.more) && (
        <Pagination
          size="small"
          simple
          current={page}
          pageSize={pageSize}
          total={reached + (data?.more ? pageSize : 0)}
          onChange={setPage}
        />
      )}
    </>
  )
}

const isoDay = (text: string | undefined) => (text ? dayjs(text) : null)

function MovementConditions(props: { filters: CardMovementFilters; onChange: (filters: CardMovementFilters) => void }) {
  const { filters, onChange } = props
  const { from, to, move } = filters
  const id = useId()
  return (
    <div className="cards-conditions">
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        aria-label="流水日期"
        size="small"
        allowEmpty
        value={[isoDay(from), isoDay(to)]}
        onChange={(range) => {
          const [first, last] = [range?.[0]?.format('YYYY-MM-DD'), range?.[1]?.format('YYYY-MM-DD')]
          onChange({ ...(move && { move }), ...(first && { from: first }), ...(last && { to: last }) })
        }}
      />
      <Select
        size="small"
        aria-label="流水类别"
        allowClear
        placeholder="全部类别"
        options={Object.entries(cardMoves).map(([value, label]) => ({ value, label }))}
        value={move ?? null}
        onChange={(chosen?: CardMovementFilters['move'] | null) => {
          const { move: _, ...days } = filters
          onChange({ ...days, ...(chosen && { move: chosen }) })
        }}
      />
    </div>
  )
}

const purses = [
  ['principal', '本金', moneyText],
  ['gift', '赠金', moneyText],
  ['packages', '套餐金额', moneyText],
  ['points', '积分', qtyText],
] as const

/** What came and went of each, and what stood there before and behind; nothing of what never moved. */
function MovementTotals({ totals }: { totals: CardMovementTotals }) {
  const shown = purses.filter(([key]) =>
    Object.values(totals[key]).some((figure) => figure !== null && !isZero(figure)),
  )
  if (shown.length === 0) return null
  const figure = (value: string | null, text: (value: string) => string) => (value === null ? '' : text(value))
  return (
    <div className="small-table cards-sums">
      <table aria-label="流水合计">
        <thead>
          <tr>
            <th>{`合计 ${totals.count} 条`}</th>
            <th className="right">期初</th>
            <th className="right">增加</th>
            <th className="right">减少</th>
            <th className="right">期末</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([key, title, text]) => (
            <tr key={key}>
              <td>{title}</td>
              <td className="right">{figure(totals[key].before, text)}</td>
              <td className="right">{text(totals[key].came)}</td>
              <td className="right">{text(totals[key].went)}</td>
              <td className="right">{figure(totals[key].after, text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Movements as a table. */
export function MovementTable({ rows, onFollow }: { rows: readonly CardMovement[]; onFollow: () => void }) {
  return (
    <div className="small-table">
      <table aria-label="卡流水">
        <thead>
          <tr>
            <th>日期</th>
            <th>单据</th>
            <th>门店</th>
            <th>套餐项目</th>
            <th className="right">本金±</th>
            <th className="right">赠金±</th>
            <th className="right">积分±</th>
            <th className="right">次数±</th>
            <th className="right">结余</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={`${row.kind}/${row.documentId}/${row.at}/${row.itemName}/${i}`}>
              <td>{whenOf(row)}</td>
              <td>
                <DocumentCell row={row} onFollow={onFollow} />
              </td>
              <td>{row.orgName}</td>
              <td>{row.itemName}</td>
              <td className="right">{moved(row.principal, moneyText)}</td>
              <td className="right">{moved(row.gift, moneyText)}</td>
              <td className="right">{moved(row.points, qtyText)}</td>
              <td className="right">{moved(row.times, qtyText)}</td>
              <td className="right">{restOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What stood there behind it: times of a package's item, else the money, and the points where these moved. */
function restOf(row: CardMovement): string {
  if (row.itemName !== '') return `剩 ${qtyText(row.timesAfter)}`
  const money = `本金 ${moneyText(row.principalAfter)} 赠金 ${moneyText(row.giftAfter)}`
  return isZero(row.points) ? money : `${money} 积分 ${qtyText(row.pointsAfter)}`
}

/** 流水 of a card in a dialog of its own. */
export function MovementsDialog({ input: card, onDone }: DialogProps<Card, true>) {
  return (
    <PageModal
      open
      title={`会员卡流水：${card.cardNo}`}
      width="min(1180px, 97vw)"
      footer={null}
      onCancel={() => onDone()}
    >
      <CardMovements cardId={card.id} onFollow={() => onDone()} />
    </PageModal>
  )
}
