import { type CardMovement, cardRoutes } from '@chepu/contract/cards/card'
import { isZero } from '@chepu/contract/kernel/decimal'
import { Pagination } from 'antd'
import { useState } from 'react'
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

/** 流水 of a card: money, points and packages in one table, newest first, each with what stood there behind it (business/cards 3). */
export function CardMovements({ cardId, onFollow }: { cardId: number; onFollow: () => void }) {
  const [page, setPage] = useState(1)
  const query = { page, rows: pageSize }
  const { data, error } = useCall(cardRoutes.movements, { params: { id: cardId }, query }, { keeps: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p>正在加载…</p>
  if (data.rows.length === 0) return <p className="cards-none">还没有流水</p>
  const reached = (page - 1) * pageSize + data.rows.length
  return (
    <>
      <MovementTable rows={data.rows} onFollow={onFollow} />
      {(page > 1 || data.more) && (
        <Pagination
          size="small"
          simple
          current={page}
          pageSize={pageSize}
          total={reached + (data.more ? pageSize : 0)}
          onChange={setPage}
        />
      )}
    </>
  )
}

/** Movements as a table. */
export function MovementTable({ rows, onFollow }: { rows: readonly CardMovement[]; onFollow: () => void }) {
  return (
    <div className="small-table">
      <table aria-label="卡流水">
        <thead>
          <tr>
            <th>时间</th>
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
              <td>{timeText(row.at)}</td>
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

/** What stood there behind it: times of a package's item, else the money. */
const restOf = (row: CardMovement): string =>
  row.itemName === ''
    ? `本金 ${moneyText(row.principalAfter)} 赠金 ${moneyText(row.giftAfter)}`
    : `剩 ${qtyText(row.timesAfter)}`

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
