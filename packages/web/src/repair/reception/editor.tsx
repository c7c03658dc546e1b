import type { CarMark } from '@chepu/contract/kernel/car-marks'
import { receptionReportPurpose } from '@chepu/contract/repair/order-link'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import {
  type EditorApi,
  useDocumentMeta,
  useEditor,
  useHeader,
  useKeyboardPlace,
} from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { EditorStore } from '../../kit/document/document-editor-store'
import { HeaderFields } from '../../kit/document/document-header'
import { LinkButton } from '../../kit/document/link-button'
import { CarSketch } from '../../kit/form/car-sketch'
import { PhotoField } from '../../kit/form/photo-field'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import { CarField, LastMileage, MomentField, NumberField, UsualBusiness } from '../../pickers/fields-of-car'
import '../arrivals.css'
import { InspectButton } from '../inspection/inspect-button'
import { KnownPanel } from './known-panel'
import { RadarNote } from './radar-note'
import { MadeDocument } from '../made-document'
import { saysItsCar } from '../../pickers/named-car'
import { showWholeMileage } from '../../pickers/whole-mileage'
import { OrderDialog } from './order-dialog'

const { BusinessTypeField, CheckField, EmployeeField, PartnerField, TextField, WordField } = fieldsOf(reception)

const eighths = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i, i === 0 ? '空' : i === 8 ? '满' : `${i}/8`]))

/** Where the parts of its appointment lie; undefined where it came by none, or by one that is not for his eyes. */
async function plannedWarehouse(store: EditorStore): Promise<number | undefined> {
  const { id } = store.meta()
  if (id === undefined || !store.header().reservationNo) return undefined
  const related = await call(reception.routes.related, { params: { id }, quiet: true }).catch(() => [])
  const former = related.find(({ kind }) => kind === reservation.kind)
  if (!former) return undefined
  const params = { id: former.id }
  const found = await call(reservation.routes.read, { params, quiet: true }).catch(() => undefined)
  return found?.header.warehouseId ?? undefined
}

function newStore(): EditorStore {
  const store = new EditorStore(reception, {}, { arrivedAt: new Date().toISOString() })
  showWholeMileage(store)
  saysItsCar(store)
  return store
}

/** 接车登记: the car as it was handed over (business/arrivals 2). */
export default function ReceptionEditor() {
  const [store] = useState(newStore)
  const { has } = useSession()
  const [ask, dialog] = useDialog(OrderDialog)
  const [repeated, setRepeated] = useState<readonly number[]>([])
  const [isTaken, setTaken] = useState(false)
  const askFor = async (question: Parameters<typeof ask>[0]) => {
    const answer = await ask(question)
    setTaken(answer !== undefined)
    return answer
  }
  const asked = () => {
    const { contactName, contactMobile, partnerName } = store.header()
    return {
      by: String(contactName || partnerName || '').slice(0, 20),
      phone: String(contactMobile ?? ''),
      owner: { kind: reception.kind, ownerId: store.meta().id as number },
    }
  }
  const asks = {
    toOrder: async () =>
      askFor({ title: '转工单', reworkLineIds: repeated, asked: asked(), warehouseId: await plannedWarehouse(store) }),
    toQuote: async () =>
      askFor({ title: '转报价', reworkLineIds: repeated, warehouseId: await plannedWarehouse(store) }),
  }
  const toolbar = (editor: EditorApi) =>
    editor.id !== undefined && (
      <>
        <InspectButton editor={editor} of="receptionId" />
        {has(workOrder.actions.confirm.button) && (
          <LinkButton editor={editor} label="发送检车报告" title="检车报告：接车单" purpose={receptionReportPurpose} />
        )}
      </>
    )
  return (
    <DocumentEditor document={reception} store={store} asks={asks} totals={null} toolbar={toolbar}>
      <UsualBusiness />
      <HeaderFields>
        <CarField />
        <PartnerField name="partnerId" role="customer" />
        <TextField name="mileage" beside={<LastMileage />} />
        <TextField name="contactName" />
        <TextField name="contactMobile" />
        <BusinessTypeField name="businessTypeId" />
        <EmployeeField name="salespersonId" />
        <MomentField name="arrivedAt" />
        <MomentField name="promisedAt" />
        <NumberField name="fuelLevel" options={eighths} />
        <WordField name="repairForm" words="repair_form" />
        <TextField name="complaint" span={2} />
        <TextField name="belongings" span={2} />
        <CheckField name="keepsOldParts" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <MadeDocument
        document={reception}
        states={['converted']}
        made={workOrder}
        words="已开工单"
        label="打开工单"
        isTaken={isTaken}
      />
      <KnownPanel repeated={repeated} onChange={setRepeated} />
      <RadarNote />
      <div className="ar-car">
        <Exterior />
        <Photos />
      </div>
      {dialog}
    </DocumentEditor>
  )
}

/** 环车检查. */
function Exterior() {
  const { store, readOnly } = useEditor()
  const { exterior } = useHeader()
  const place = useRef<HTMLElement>(null)
  useKeyboardPlace(() => place.current?.querySelector<HTMLElement>('[role=application]'))
  const marks = Array.isArray(exterior) ? (exterior as CarMark[]) : []
  return (
    <section aria-label="环车检查" ref={place}>
      <h3>环车检查</h3>
      <CarSketch marks={marks} {...(!readOnly && { onChange: (now) => store.setHeader({ exterior: now }) })} />
    </section>
  )
}

function Photos() {
  const { id } = useDocumentMeta()
  return (
    <section aria-label="车辆照片">
      <h3>照片</h3>
      {id === undefined ? (
        <p className="kit-note">保存后可以拍照上传。</p>
      ) : (
        <PhotoField kind={reception.kind} ownerId={id} />
      )}
    </section>
  )
}
