import { button } from '@chepu/contract/access/catalogue'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { documentPath } from '../../kit/document/document-screens'
import type { RowAction } from '../../kit/ui/row-actions'

const settled = ['settled', 'delivered']

/** What may follow a settled order of the own organisation, for the list and the editor alike: its 结算单 with the papers of the handover, 返工开单 and 退单. */
export function useAfterSettled(): (order: { id: number; state: string }) => readonly RowAction[] {
  const { has } = useSession()
  const { open } = useTabs()
  return ({ id: sourceId, state }) => {
    if (!settled.includes(state)) return []
    const bill = async () => {
      const documents = await call(workOrder.routes.related, { params: { id: sourceId } })
      const found = documents.find(({ kind, state }) => kind === repairSettlement.kind && state === 'done')
      const path = found && documentPath(found.kind, found.id)
      if (path) open(path)
    }
    const rework = () => open({ key: 'repairBilling', params: { new: 1, source: 'rework', sourceId } })
    const refund = () => open({ key: 'refundOrder', params: { new: 1, source: workOrder.kind, sourceId } })
    return [
      ...(has(repairSettlement.buttons.view) ? [{ key: 'bill', label: '结算单', run: () => void bill() }] : []),
      ...(has(button('work_order', 'add')) ? [{ key: 'rework', label: '返工开单', run: rework }] : []),
      ...(has(repairRefund.buttons.add) ? [{ key: 'refund', label: '退单', run: refund }] : []),
    ]
  }
}
