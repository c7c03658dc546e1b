import { button } from '@chepu/contract/access/catalogue'
import { openStates } from '@chepu/contract/kernel/states'
import { missingFlag, type Places } from '@chepu/contract/kernel/warehouse-flags'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { type Outcome, transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { Button } from 'antd'
import { useState } from 'react'
import { type SessionView, useSession } from '../../kit/base/session'
import type { RowAction } from '../../kit/ui/row-actions'
import type { EditorApi } from '../../kit/document/document-context'
import { DecideDialog, ReceiveDialog, readOrder, type SentOrder } from './receive-dialog'

/** A transfer with its two sides. */
type Sides = Places & { orgId: number; counterOrgId: number | null }

/** On which sides of a transfer the user may say what has come of it: those of his organisation in whose warehouse he may transfer. */
function sidesOf(order: Sides, { orgId, flagsAt }: Pick<SessionView, 'orgId' | 'flagsAt'>) {
  const holds = (warehouseId: Places['warehouseId']) => !missingFlag(transferReceipt, {}, { warehouseId }, flagsAt)
  return {
    isSource: order.orgId === orgId && holds(order.warehouseId),
    isDest: (order.counterOrgId ?? order.orgId) === orgId && holds(order.toWarehouseId),
  }
}

/** What the user may say of goods on their way: what his side gets, or bears. */
function outcomesOf(order: Sides, session: SessionView): Outcome[] {
  const { isSource, isDest } = sidesOf(order, session)
  return [...(isSource ? (['returned', 'lost_source'] as const) : []), ...(isDest ? (['lost_dest'] as const) : [])]
}

interface Asked {
  what: 'receive' | 'decide'
  order: SentOrder
}

/** 收货 and 差异处理: what the own side may say of a transfer that is on its way, and the dialog in which it does. */
export function useArrivals(onDone: () => void) {
  const session = useSession()
  const { has } = session
  const [asked, setAsked] = useState<Asked>()
  const show = async (what: Asked['what'], id: number) => setAsked({ what, order: await readOrder(id) })
  const receive = (id: number): RowAction => ({ key: 'receive', label: '收货', run: () => void show('receive', id) })
  const decide = (id: number): RowAction => ({ key: 'decide', label: '差异处理', run: () => void show('decide', id) })
  const mayReceive = has(button('transfer_receipt', 'post'))
  const mayDecide = has(button('transfer_receipt', 'diff'))
  const actionsOf = (order: Sides & { id: number }): RowAction[] => {
    const { isSource, isDest } = sidesOf(order, session)
    return [
      ...(isDest && mayReceive ? [receive(order.id)] : []),
      ...((isSource || isDest) && mayDecide ? [decide(order.id)] : []),
    ]
  }
  const shared = { onDone, onClose: () => setAsked(undefined) }
  const { header } = asked?.order ?? {}
  const dialog = asked && header && (
    <>
      {asked.what === 'receive' && <ReceiveDialog order={asked.order} {...shared} />}
      {asked.what === 'decide' && <DecideDialog order={asked.order} sides={outcomesOf(header, session)} {...shared} />}
    </>
  )
  return { actionsOf, dialog }
}

/** 收货 and 差异处理 of the transfer in an editor, as long as something of it is on its way. */
export function ReceiveButtons({ editor }: { editor: EditorApi }) {
  const { actionsOf, dialog } = useArrivals(() => void editor.reload())
  const { id, header, state } = editor
  if (id === undefined || !openStates(transferOrder).includes(state) || header['isRed'] === true) return null
  const order = { ...(header as unknown as Sides), id }
  return (
    <>
      {actionsOf(order).map(({ key, label, run }) => (
        <Button key={key} size="small" type={key === 'receive' ? 'primary' : 'default'} onClick={run}>
          {label}
        </Button>
      ))}
      {dialog}
    </>
  )
}
