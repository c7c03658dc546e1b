import { isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { sharedSurplus } from '@chepu/contract/warehouse/group-stock'
import { type LowStockRow, requestLowStock, type Surplus, surplusOf } from '@chepu/contract/warehouse/inventory-warning'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { qtyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { useOneStep } from '../../kit/base/use-one-step'
import { documentPath } from '../../kit/document/document-screens'
import { PageModal } from '../../kit/ui/page-modal'
import { QtyInput } from '../../kit/ui/qty-input'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { unlessAskedMeanwhile } from './asked-meanwhile'
import { arithmeticOf } from './suggestion'

/** 生成调拨申请 (business/warehouse 4.4): what is asked of which sister organisation for each ticked part. */
export function TransferDialog({ input: rows, onDone }: DialogProps<readonly LowStockRow[], true>) {
  const { open } = useTabs()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const partIds = [...new Set(rows.map(({ partId }) => partId))]
  const found = useCall(surplusOf, { body: { partIds } })
  const places = new Map((found.data?.rows ?? []).map((place) => [place.partId, place]))
  const shared = sharedSurplus(rows, (partId) => places.get(partId)?.surplusQty ?? '0', typed)
  const wanted = (row: LowStockRow) => trimZeros(shared.get(row.key) ?? '0')
  const lines = rows.flatMap((row) => {
    const place = places.get(row.partId)
    const qty = wanted(row)
    if (!place || !isPositive(qty)) return []
    const { partId, warehouseId, comingQty } = row
    return [{ partId, warehouseId, fromWarehouseId: place.warehouseId, qty, comingQty }]
  })
  const request = async () => {
    const { requests } = await call(requestLowStock, { body: { lines } })
    toast.success(`已生成调拨申请单 ${requests.map((each) => `${each.billNo}（${each.fromName}）`).join('，')}`)
    const [only] = requests
    const path = requests.length === 1 && only && documentPath(transferRequest.kind, only.id)
    if (path) open(path)
    onDone(true)
  }
  const { busy, take } = useOneStep(() => unlessAskedMeanwhile(request, () => onDone(true)))
  return (
    <PageModal
      open
      width="min(860px, 96vw)"
      title="生成调拨申请"
      okText="生成调拨申请"
      cancelText="取消"
      okButtonProps={{ disabled: lines.length === 0 }}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      <RequestedTable
        rows={rows}
        places={places}
        nobody={found.isPending ? '正在查找…' : (found.error?.message ?? '兄弟企业没有富余')}
        wanted={wanted}
        onEnter={(row, qty) => setTyped(new Map(typed).set(row.key, qty))}
      />
    </PageModal>
  )
}

function RequestedTable(props: {
  rows: readonly LowStockRow[]
  places: ReadonlyMap<number, Surplus>
  /** Said of a part that nobody has more of than he keeps. */
  nobody: string
  wanted: (row: LowStockRow) => string
  onEnter: (row: LowStockRow, qty: string) => void
}) {
  const narrow = useNarrow()
  return (
    <div className="small-table">
      <table aria-label="要申请调拨的配件">
        <thead>
          <tr>
            <th>配件</th>
            <th>供货方</th>
            <th className="right">富余</th>
            {!narrow && <th className="right">可用</th>}
            <th className="right">建议</th>
            <th className="right">申请数量</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => {
            const place = props.places.get(row.partId)
            return (
              <tr key={row.key}>
                <td>
                  {row.partCode} {row.partName}
                  {row.warehouseId !== null && `（${row.warehouseName}）`}
                </td>
                <td>{place ? `${place.orgName} ${place.warehouseName}` : props.nobody}</td>
                <td className="right">{qtyText(place?.surplusQty)}</td>
                {!narrow && <td className="right">{qtyText(row.available)}</td>}
                <td className="right" title={arithmeticOf(row)}>
                  {qtyText(row.suggestedQty)}
                </td>
                <td className="right">
                  {place && (
                    <QtyInput
                      label={`${row.partCode}${row.warehouseId === null ? '' : ` ${row.warehouseName}`} 申请数量`}
                      qty={props.wanted(row)}
                      onEnter={(qty) => props.onEnter(row, qty)}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
