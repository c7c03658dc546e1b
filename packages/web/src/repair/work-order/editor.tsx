import { button } from '@chepu/contract/access/catalogue'
import { collection } from '@chepu/contract/finance/collection'
import { workOrder } from '@chepu/contract/repair/work-order'
import { orderConfirmPurpose } from '@chepu/contract/repair/order-link'
import { listBusinessTypes } from '@chepu/contract/repair/lookups'
import { add, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import type { EditorApi } from '../../kit/document/document-context'
import { newDocument } from '../../kit/document/document-screens'
import { LinkButton } from '../../kit/document/link-button'
import { DocumentEditor } from '../../kit/document/document-editor'
import type { Begin } from '../../kit/document/use-document'
import type { Asked } from '../../kit/document/use-document-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { beginFor } from '../../pickers/begin-for'
import { useAfterSettled } from './again'
import { InspectButton } from '../inspection/inspect-button'
import { AgreedPanel } from './agreed-panel'
import { CarPanel } from './car-panel'
import { FormerButton } from './former-button'
import { beginFromFormer } from './former-order'
import { PhotosPanel } from './photos-panel'
import { RadarPanel } from './radar-panel'
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

/** States in which the customer may pay ahead: he has agreed, and nothing is settled. */
const takesDeposit = new Set<string>(confirmAdded.from)

/** States in which labour waits for somebody to do it. */
const givesWork = new Set(['confirmed', 'in_progress', 'paused'])

/** 收订金: a collection that is tied to this order. */
function DepositButton({ editor }: { editor: EditorApi }) {
  const { open } = useTabs()
  const { id: sourceId, partnerId } = editor
  return (
    <Button size="small" onClick={() => open(newDocument(collection, { partnerId, source: workOrder, sourceId }))}>
      收订金
    </Button>
  )
}

/** 派工: to the board where the lines of this order wait for technicians. */
function DispatchButton({ orderId }: { orderId: number | undefined }) {
  const { open } = useTabs()
  return (
    <Button size="small" onClick={() => open({ key: 'businessScheduling', params: { orderId } })}>
      派工
    </Button>
  )
}

/** Half a year, after which a car should be serviced again when nobody says otherwise. */
const serviceDays = 180
/** And so many kilometres. */
const serviceKm = '5000'

/** 维修开单: what is done to a car, with what, and who pays; it is written on as long as the car is here (business/repair 4). */
export default function WorkOrderEditor() {
  const { has, labourTaxRate } = useSession()
  const [order] = useState(() => new OrderStore(labourTaxRate))
  const { lines, partnerId } = useScreenParams()
  const [begin] = useState(() => beginning(order, lines, partnerId))
  const { asks, dialogs } = useAsks(order)
  const after = useAfterSettled()
  const toolbar = (editor: EditorApi) => (
    <>
      {has(workOrder.buttons.add) && <FormerButton editor={editor} />}
      {editor.id !== undefined && editor.state !== 'cancelled' && <InspectButton editor={editor} of="workOrderId" />}
      {has(confirm.button) && editor.id !== undefined && asksCustomer.has(editor.state) && (
        <LinkButton editor={editor} label="发送确认链接" title="确认链接：工单" purpose={orderConfirmPurpose} />
      )}
      {has(button('dispatch', 'assign')) && givesWork.has(editor.state) && <DispatchButton orderId={editor.id} />}
      {has(collection.buttons.add) && takesDeposit.has(editor.state) && <DepositButton editor={editor} />}
      {editor.id !== undefined &&
        after({ id: editor.id, state: editor.state }).map(({ key, label, run }) => (
          <Button key={key} size="small" onClick={run}>
            {label}
          </Button>
        ))}
    </>
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
        <div className="wo-panels">
          <CarPanel />
          <RadarPanel />
          <AgreedPanel />
          <PhotosPanel />
          <CasePanel />
        </div>
        <OrderTables />
        {dialogs}
      </DocumentEditor>
    </OrderContext>
  )
}

/** Begins an order with what another document says (引单, 引用开单, 复制), or to do its work again (返工开单), or with the customer alone; `lines` names the labour that came back. */
const beginning =
  (order: OrderStore, lines: string | undefined, partnerId: string | undefined): Begin =>
  async ({ source, sourceId, copy }, signal) => {
    if (copy !== undefined) return beginFromFormer(order, workOrder.kind, copy, signal)
    if (sourceId === undefined) return beginFor(order.editor, partnerId)
    if (source !== 'rework') return beginFromFormer(order, source ?? '', sourceId, signal)
    const asked = { quiet: true, ...(signal && { signal }) }
    const former = await call(workOrder.routes.read, { params: { id: sourceId }, ...asked })
    const { rows } = await call(listBusinessTypes, asked)
    const type = rows.find(({ code }) => code === 'rework')
    const header = type ? { businessTypeId: type.id, businessTypeName: type.name } : {}
    order.beginFrom(former, { header, only: lines === undefined ? undefined : Number.parseInt(lines, 10) })
    return true
  }

/** What the steps of an order ask for. */
function useAsks(order: OrderStore) {
  const { sees, org } = useSession()
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
    const { contactName, contactMobile, partnerName } = order.editor.header()
    const given = await openConsent({
      title,
      by: String(contactName || partnerName || '').slice(0, 20),
      phone: String(contactMobile ?? ''),
      orderId: order.editor.meta().id as number,
      lines,
      seesPrice: sees(workOrder.priceField ?? 'doc_price'),
      taxIncluded: org.priceTaxIncluded,
    })
    return given && { input: given }
  }
  const asks = {
    confirm: consent('客户确认'),
    confirmAdded: consent('确认增项'),
    pause: () => openPause({}),
    complete: () => openComplete({}),
    handover: () => {
      const { mileage } = order.editor.header()
      const km = isDecimal(mileage) && isPositive(mileage) ? trimZeros(add(mileage, serviceKm)) : ''
      return openHandover({ day: addDays(shanghaiDay(), serviceDays), km })
    },
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
