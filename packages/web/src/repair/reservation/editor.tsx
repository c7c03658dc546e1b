import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { useState } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { useDocumentMeta, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import type { EditorStore } from '../../kit/document/document-editor-store'
import { DocumentTimeline } from '../../kit/document/document-dialogs'
import { HeaderFields } from '../../kit/document/document-header'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import '../arrivals.css'
import { beginFor } from '../../pickers/begin-for'
import { CarField, MomentField, NumberField, UsualBusiness } from '../../pickers/fields-of-car'
import { MadeDocument } from '../made-document'
import { ConflictNote } from './conflict-note'
import { MoveDialog } from './move-dialog'
import { Plan } from './plan'
import { PlanStore } from './plan-store'

const { BayField, BusinessTypeField, CheckField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } =
  fieldsOf(reservation)

const lengths = { 30: '30分钟', 60: '1小时', 90: '1.5小时', 120: '2小时', 180: '3小时', 240: '4小时', 480: '8小时' }

/** 预约登记 and 预约详情: when a car is expected, and what will be done to it (business/arrivals 1). */
export default function ReservationEditor() {
  const [plan] = useState(() => new PlanStore())
  const { partnerId } = useScreenParams()
  const [begin] = useState(() => () => beginFor(plan.editor, partnerId))
  const [move, dialog] = useDialog(MoveDialog)
  const [isArriving, setArriving] = useState(false)
  const asks = {
    arrive: async () => {
      setArriving(true)
      return {}
    },
    reschedule: async () => {
      const moved = await move(placeOf(plan.editor))
      return moved && { input: moved }
    },
  }
  return (
    <DocumentEditor document={reservation} store={plan.editor} begin={begin} asks={asks} totals={null}>
      <UsualBusiness />
      <HeaderFields>
        <CarField />
        <PartnerField name="partnerId" role="customer" />
        <TextField name="contactName" />
        <TextField name="contactMobile" />
        <MomentField name="expectedAt" />
        <NumberField name="minutes" options={lengths} />
        <BayField name="bayId" />
        <EmployeeField name="salespersonId" />
        <BusinessTypeField name="businessTypeId" />
        <WordField name="origin" words="reservation_origin" />
        <WarehouseField name="warehouseId" />
        <CheckField name="holdsParts" />
        <TextField name="complaint" span={2} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Conflicts />
      <MadeDocument
        document={reservation}
        states={['arrived', 'done']}
        made={reception}
        words="车辆已到店"
        label="打开接车单"
        isTaken={isArriving}
      />
      <Plan plan={plan} />
      <History />
      {dialog}
    </DocumentEditor>
  )
}

const numberOr = <None,>(value: unknown, none: None): number | None => (typeof value === 'number' ? value : none)

function placeOf(store: EditorStore) {
  const { expectedAt, minutes, bayId, salespersonId } = store.header()
  return {
    id: store.meta().id ?? 0,
    expectedAt: String(expectedAt ?? new Date().toISOString()),
    minutes: numberOr(minutes, 60),
    bayId: numberOr(bayId, null),
    salespersonId: numberOr(salespersonId, null),
  }
}

/** What the appointment would overlap, while it is still waited for. */
function Conflicts() {
  const { id, state } = useDocumentMeta()
  const { expectedAt, minutes, bayId, salespersonId } = useHeader()
  if (state !== 'pending' && state !== 'confirmed') return null
  return (
    <ConflictNote
      expectedAt={typeof expectedAt === 'string' ? expectedAt : null}
      minutes={numberOr(minutes, 60)}
      bayId={numberOr(bayId, null)}
      salespersonId={numberOr(salespersonId, null)}
      except={id}
    />
  )
}

/** 预约记录: who made, confirmed, moved and ended it. */
function History() {
  const { id, version } = useDocumentMeta()
  if (id === undefined) return null
  return (
    <section className="ar-history" aria-label="预约记录">
      <h3>预约记录</h3>
      <DocumentTimeline key={version} document={reservation} id={id} />
    </section>
  )
}
