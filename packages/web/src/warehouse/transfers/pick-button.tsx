import { statesIn } from '@chepu/contract/kernel/states'
import { transferPicks } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import type { EditorApi } from '../../kit/document/document-context'
import { PrintPreview } from '../../kit/print/print'
import type { PrintSheet } from '../../kit/print/print-template'
import { pickSheet } from '../outbound/pick-sheet'
import { readOrder } from './receive-dialog'

/** 打印拣货单 of an order that the own organisation is to send: a row a bin, in the order of walking. */
export function PickButton({ editor }: { editor: EditorApi }) {
  const { has, orgId, orgName } = useSession()
  const [sheet, setSheet] = useState<PrintSheet>()
  const { id, header, state } = editor
  const isWaiting = statesIn(transferOrder, 'agreed').includes(state) && header['orgId'] === orgId
  if (id === undefined || !isWaiting || !has(transferOrder.buttons.print ?? transferOrder.buttons.view)) return null
  const show = async () => {
    const [order, { rows }] = await Promise.all([readOrder(id), call(transferPicks, { params: { id } })])
    const bins = new Map(rows.map(({ lineId, picks }) => [lineId, picks]))
    const lines = order.lines.map((line) => ({ ...line, picks: bins.get(line.id) ?? [] }))
    setSheet(pickSheet(transferOrder.title, order.header, lines, orgName))
  }
  return (
    <>
      <Button size="small" onClick={() => void show()}>
        打印拣货单
      </Button>
      {sheet && <PrintPreview title="打印拣货单" sheets={() => [sheet]} onClose={() => setSheet(undefined)} />}
    </>
  )
}
