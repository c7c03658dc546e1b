import { type Consent, workOrder } from '@chepu/contract/repair/work-order'
import { orderConfirmPurpose } from '@chepu/contract/repair/order-link'
import { listBusinessTypes } from '@chepu/contract/repair/lookups'
import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import type { EditorApi } from '../../kit/document/document-context'
import { LinkButton } from '../../kit/document/link-button'
import { DocumentEditor } from '../../kit/document/document-editor'
import type { Begin } from '../../kit/document/use-document'
import type { Asked } from '../../kit/document/use-document-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { CarPanel } from './car-panel'
import { CasePanel } from './case-panel'
import { ConsentDialog } from './consent-dialog'
import { OrderHeader } from './header'
import { OrderContext } from './order-context'
import { OrderStore } from './order-store'
import { CompleteDialog, HandoverDialog, PauseDialog } from './step-dialogs'
import { OrderTables } from './tables'
import { OrderTotals } from './totals'
import './work-order.css'

const { confirm, confirmAdded } = workOrder.actions
/** States in which the customer may be asked. */
const asksCustomer = new Set<string>([...confirm.from, ...confirmAdded.from])

/** Half a year, after which a car should be serviced again when nobody says otherwise. */
const serviceDays = 180

/** 维修开单: what is done to a car, with what, and who pays; it is written on as long as the car is here (business/repair 4). */
export default function WorkOrderEditor() {
  const [order] = useState(() => new OrderStore())
  const { lines } = useScreenParams()
  const [begin] = useState(() => beginning(order, lines))
  const { asks, dialogs } = useAsks(order)
  const { has } = useSession()
  const toolbar = (editor: EditorApi) =>
    has(confirm.button) &&
    editor.id !== undefined &&
    asksCustomer.has(editor.state) && (
      <LinkButton editor={editor} label="发送确认链接" title="确认链接：工单" purpose={orderConfirmPurpose} />
    )
  return (
    <OrderContext value={order}>
      <DocumentEditor
        document={workOrder}
        store={order.editor}
        begin={begin}
        asks={asks}
        totals={<OrderTotals />}
        toolbar={toolbar}
      >
        <OrderHeader />
        <CarPanel />
        <CasePanel />
        <OrderTables />
        {dialogs}
      </DocumentEditor>
    </OrderContext>
  )
}

/** Begins an order with what was done before (引用开单, 复制), or to do it again (返工开单); `lines` names the labour that came back. */
const beginning =
  (order: OrderStore, lines: string | undefined): Begin =>
  async ({ source, sourceId, copy }, signal) => {
    const id = copy ?? (source === workOrder.kind || source === 'rework' ? sourceId : undefined)
    if (id === undefined) return false
    const asked = { quiet: true, ...(signal && { signal }) }
    const former = await call(workOrder.routes.read, { params: { id }, ...asked })
    if (source !== 'rework') {
      order.beginFrom(former)
      return true
    }
    const { rows } = await call(listBusinessTypes, asked)
    const type = rows.find(({ code }) => code === 'rework')
    const header = type ? { businessTypeId: type.id, businessTypeName: type.name } : {}
    order.beginFrom(former, { header, only: lines === undefined ? undefined : Number.parseInt(lines, 10) })
    return true
  }

/** What the steps of an order ask for. */
function useAsks(order: OrderStore) {
  const { sees } = useSession()
  const [openConsent, consentDialog] = useDialog(ConsentDialog)
  const [openPause, pauseDialog] = useDialog(PauseDialog)
  const [openComplete, completeDialog] = useDialog(CompleteDialog)
  const [openHandover, handoverDialog] = useDialog(HandoverDialog)
  const consent = (title: string) => async (): Promise<Asked | undefined> => {
    const lines = order.open().map(({ line }) => line)
    if (lines.length === 0) {
      toast.warning('没有待确认的项目和材料')
      return undefined
    }
    const { contactName, partnerName } = order.editor.header()
    const by = String(contactName || partnerName || '').slice(0, 20)
    const given: Consent | undefined = await openConsent({
      title,
      by,
      lines,
      seesPrice: sees(workOrder.priceField ?? 'doc_price'),
    })
    return given && { input: given }
  }
  const asks = {
    confirm: consent('客户确认'),
    confirmAdded: consent('确认增项'),
    pause: () => openPause({}),
    complete: () => openComplete({}),
    handover: () => openHandover({ day: addDays(shanghaiDay(), serviceDays) }),
  }
  return {
    asks,
    dialogs: (
      <>
        {consentDialog}
        {pauseDialog}
        {completeDialog}
        {handoverDialog}
      </>
    ),
  }
}
