import { button } from '@chepu/contract/access/catalogue'
import { openStates } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { type Outcome } from '@chepu/contract/warehouse/transfer-receipt'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import type { RowAction } from '../../kit/ui/row-actions'
import type { EditorApi } from '../../kit/document/document-context'
import { DecideDialog, ReceiveDialog, readOrder, type SentOrder } from './receive-dialog'

/** What the user's organisation may say of goods on their way: what it gets, or bears. */
function outcomesOf(sourceOrgId: number, counterOrgId: number | null, orgId: number): Outcome[] {
  const isSource = sourceOrgId === orgId
  const isDest = (counterOrgId ?? sourceOrgId) === orgId
  return [...(isSource ? (['returned', 'lost_source'] as const) : []), ...(isDest ? (['lost_dest'] as const) : [])]
}

interface Asked {
  what: 'receive' | 'decide'
  order: SentOrder
}

/** 收货 and 差异处理: what the own side may say of a transfer that is on its way, and the dialog in which it does. */
export function useArrivals(onDone: () => void) {
  const { has, orgId } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const show = async (what: Asked['what'], id: number) => setAsked({ what, order: await readOrder(id) })
  const receive = (id: number): RowAction => ({ key: 'receive', label: '收货', run: () => void show('receive', id) })
  const decide = (id: number): RowAction => ({ key: 'decide', label: '差异处理', run: () => void show('decide', id) })
  const mayReceive = has(button('transfer_receipt', 'post'))
  const mayDecide = has(button('transfer_receipt', 'diff'))
  const actionsOf = (order: { id: number; orgId: number; counterOrgId: number | null }): RowAction[] => {
    const isDest = (order.counterOrgId ?? order.orgId) === orgId
    const sides = outcomesOf(order.orgId, order.counterOrgId, orgId)
    return [
      ...(isDest && mayReceive ? [receive(order.id)] : []),
      ...(sides.length > 0 && mayDecide ? [decide(order.id)] : []),
    ]
  }
  const shared = { onDone, onClose: () => setAsked(undefined) }
  const { header } = asked?.order ?? {}
  const dialog = asked && header && (
    <>
      {asked.what === 'receive' && <ReceiveDialog order={asked.order} {...shared} />}
      {asked.what === 'decide' && (
        <DecideDialog order={asked.order} sides={outcomesOf(header.orgId, header.counterOrgId, orgId)} {...shared} />
      )}
    </>
  )
  return { actionsOf, receive, decide, mayReceive, mayDecide, dialog }
}

/** 收货 and 差异处理 of the transfer in an editor, as long as something of it is on its way. */
export function ReceiveButtons({ editor }: { editor: EditorApi }) {
  const { actionsOf, dialog } = useArrivals(() => void editor.reload())
  const { id, header, state } = editor
  if (id === undefined || !openStates(transferOrder).includes(state) || header['isRed'] === true) return null
  const order = { id, orgId: header['orgId'] as number, counterOrgId: header['counterOrgId'] as number | null }
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
