import { button } from '@chepu/contract/access/catalogue'
import { repairRefund } from '@chepu/contract/repair/refund'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import type { RowAction } from '../../kit/ui/row-actions'

const settled = ['settled', 'delivered']

/** What may follow a settled order of the own organisation, for the list and the editor alike: 返工开单 and 退单. */
export function useAfterSettled(): (order: { id: number; state: string }) => readonly RowAction[] {
  const { has } = useSession()
  const { open } = useTabs()
  return ({ id: sourceId, state }) => {
    if (!settled.includes(state)) return []
    const rework = () => open({ key: 'repairBilling', params: { new: 1, source: 'rework', sourceId } })
    const refund = () => open({ key: 'refundOrder', params: { new: 1, source: workOrder.kind, sourceId } })
    return [
      ...(has(button('work_order', 'add')) ? [{ key: 'rework', label: '返工开单', run: rework }] : []),
      ...(has(repairRefund.buttons.add) ? [{ key: 'refund', label: '退单', run: refund }] : []),
    ]
  }
}
