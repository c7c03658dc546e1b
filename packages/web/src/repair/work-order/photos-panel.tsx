import type { DataOf } from '@chepu/contract/kernel/route'
import { linePhotoRoutes } from '@chepu/contract/repair/line-photo'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { timeText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useDocumentMeta } from '../../kit/document/document-context'
import { Photo } from '../../kit/form/photo-field'
import { PageModal } from '../../kit/ui/page-modal'

type Row = DataOf<typeof linePhotoRoutes.list>['rows'][number]

/** 施工照片 of the lines of an order; the desk says which of them the customer sees (business/repair 6.7). */
export function PhotosPanel() {
  const { id } = useDocumentMeta()
  return id === undefined ? null : <Photos orderId={id} />
}

function Photos({ orderId }: { orderId: number }) {
  const [isOpen, setOpen] = useState(false)
  const rows = useCall(linePhotoRoutes.list, { query: { orderId } }).data?.rows ?? []
  if (rows.length === 0) return null
  const shown = rows.filter(({ isShown }) => isShown).length
  return (
    <aside className="wo-agreed" aria-label="施工照片">
      <b>施工照片</b>
      <span>
        {rows.length}张，客户可看{shown}张
      </span>
      <button type="button" className="kit-link" onClick={() => setOpen(true)}>
        看照片
      </button>
      {isOpen && (
        <PageModal open title="施工照片" width={640} footer={null} onCancel={() => setOpen(false)}>
          <ByLine rows={rows} />
        </PageModal>
      )}
    </aside>
  )
}

function ByLine({ rows }: { rows: readonly Row[] }) {
  const names = new Map(rows.map(({ lineId, lineName }) => [lineId, lineName]))
  return [...names].map(([lineId, name]) => (
    <section key={lineId} className="photo-field" aria-label={name}>
      <h4>{name}</h4>
      <ul>
        {rows
          .filter((row) => row.lineId === lineId)
          .map((row) => (
            <OfLine key={row.id} row={row} />
          ))}
      </ul>
    </section>
  ))
}

function OfLine({ row: { id, lineName, isShown, createdAt, creatorName } }: { row: Row }) {
  const { has } = useSession()
  const refresh = useRefreshCalls()
  const show = async (now: boolean) => {
    // The call has told the user what went wrong.
    await call(linePhotoRoutes.show, { params: { id }, body: { isShown: now } }).catch(() => undefined)
    refresh(linePhotoRoutes.list)
  }
  return (
    <Photo photo={{ id, fileName: `${lineName} ${creatorName} ${timeText(createdAt)}` }}>
      <Checkbox
        checked={isShown}
        disabled={!has(workOrder.actions.confirm.button)}
        onChange={({ target }) => void show(target.checked)}
      >
        客户可看
      </Checkbox>
    </Photo>
  )
}
