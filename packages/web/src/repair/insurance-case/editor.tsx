import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { add, isZero } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { type CaseOfCar, casesOfCar, faults, insuranceCase, policyKinds } from '@chepu/contract/repair/insurance-case'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { useDocumentMeta, useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { EditorStore } from '../../kit/document/document-editor-store'
import { HeaderFields } from '../../kit/document/document-header'
import { documentPath } from '../../kit/document/document-screens'
import { Figure } from '../../kit/document/figure'
import type { Begin } from '../../kit/document/use-document'
import { PhotoField } from '../../kit/form/photo-field'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import { CarField, NumberField } from '../../pickers/fields-of-car'
import { saysItsCar } from '../../pickers/named-car'
import { AttachDialog, VerdictDialog } from './dialogs'
import { PapersField } from './papers-field'
import './insurance-case.css'

const { CheckField, DayField, EmployeeField, MoneyField, PartnerField, SelectField, TextField } =
  fieldsOf(insuranceCase)

function newStore(): EditorStore {
  const store = new EditorStore(insuranceCase, {})
  saysItsCar(store)
  return store
}

/** 保险案件: from the report to what the insurer pays (business/repair-insurance). */
export default function InsuranceCaseEditor() {
  const [store] = useState(newStore)
  const [begin] = useState(() => beginning(store))
  const [openAttach, attachDialog] = useDialog(AttachDialog)
  const [openVerdict, verdictDialog] = useDialog(VerdictDialog)
  const asks = useMemo(
    () => ({
      attach: async () => openAttach({ vehicleId: Number(store.header()['vehicleId']) }),
      agree: async () => openVerdict({ insurerDue: (await ownCase(store))?.insurerDue }),
    }),
    [store, openAttach, openVerdict],
  )
  return (
    <DocumentEditor document={insuranceCase} store={store} begin={begin} asks={asks} totals={<Totals />}>
      <Standing />
      <HeaderFields>
        <CarField />
        <PartnerField name="insurerId" role="insurer" />
        <TextField name="caseNo" />
        <SelectField name="policyKind" options={policyKinds} />
        <TextField name="policyNo" />
        <NumberField name="atFault" options={faults} />
        <CheckField name="paysDirectly" />
        <TextField name="surveyor" />
        <DayField name="assessedOn" />
        <MoneyField name="assessedLabour" />
        <MoneyField name="assessedMaterial" />
        <MoneyField name="deductible" />
        <MoneyField name="depreciation" />
        <MoneyField name="salvage" />
        <PartnerField name="partnerId" role="customer" />
        <TextField name="contactName" />
        <TextField name="contactMobile" />
        <EmployeeField name="salespersonId" />
        <DayField name="bizDate" title="报案日期" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <InsurerOfCar />
      <div className="ic-papers">
        <PapersField />
        <Photos />
      </div>
      {attachDialog}
      {verdictDialog}
    </DocumentEditor>
  )
}

/** Begins the case of an order with its car and customer. */
const beginning =
  (store: EditorStore): Begin =>
  async ({ source, sourceId }, signal) => {
    if (source !== workOrder.kind || sourceId === undefined) return false
    const asked = { params: { id: sourceId }, quiet: true, ...(signal && { signal }) }
    const { header } = await call(workOrder.routes.read, asked)
    const { partnerId, partnerName, vehicleId, plate, vin, modelText, salespersonId, salespersonName } = header
    const { contactName, contactMobile } = header
    const said = { partnerId, partnerName, vehicleId, plate, vin, modelText, salespersonId, salespersonName }
    store.beginWith(
      { ...said, contactName, contactMobile, workOrderId: header.id, workOrderNo: header.billNo },
      () => undefined,
    )
    return true
  }

/** The case that is open, with what its order and its insurer's receivable say of it. */
async function ownCase(store: EditorStore): Promise<CaseOfCar | undefined> {
  const { rows } = await call(casesOfCar, { query: queryOf(store.header()) })
  return rows.find(({ id }) => id === store.meta().id)
}

const queryOf = ({ vehicleId, workOrderId }: Readonly<Record<string, unknown>>) => ({
  vehicleId: Number(vehicleId),
  ...(typeof workOrderId === 'number' && { workOrderId }),
})

/** What its order and the books say of the case. */
function Standing() {
  const header = useHeader()
  const { id, state } = useDocumentMeta()
  const { open } = useTabs()
  const isKept = id !== undefined && typeof header['vehicleId'] === 'number'
  const { data } = useCall(casesOfCar, { query: queryOf(header) }, { enabled: isKept, keeps: true })
  const own = data?.rows.find((row) => row.id === id)
  const { workOrderId, workOrderNo, agreedAmount } = header
  if (!workOrderNo && !own) return null
  const order = typeof workOrderId === 'number' ? documentPath(workOrder.kind, workOrderId) : undefined
  return (
    <div className="ic-standing" aria-label="案件进度">
      {order && (
        <button type="button" className="kit-link" onClick={() => open(order)}>
          工单 {String(workOrderNo ?? own?.workOrderNo ?? '')}
        </button>
      )}
      {own?.chargedAmount !== undefined && workOrderId != null && (
        <Figure title="工单保险项目" value={moneyText(own.chargedAmount)} />
      )}
      {own?.insurerDue !== undefined && !isZero(own.insurerDue) && (
        <>
          <Figure title="保险应付" value={moneyText(own.insurerDue)} />
          <Figure title="保险未付" value={moneyText(own.insurerOpen)} />
        </>
      )}
      {isDecimal(agreedAmount) && state !== 'submitted' && <Figure title="核赔金额" value={moneyText(agreedAmount)} />}
    </div>
  )
}

/** A new case is with the company that insures the car. */
function InsurerOfCar() {
  const { store, readOnly } = useEditor()
  const { vehicleId } = useHeader()
  const id = typeof vehicleId === 'number' && !readOnly ? vehicleId : undefined
  const car = useCall(carInfoRoute, { query: { id: id ?? 0 } }, { enabled: id !== undefined, stale: 30_000 })
  const insurerId = car.data?.rows[0]?.insurerId
  useEffect(() => {
    if (insurerId && store.meta().id === undefined) store.suggest({ insurerId })
  }, [insurerId, store])
  return null
}

function Photos() {
  const { id } = useDocumentMeta()
  return (
    <section aria-label="照片">
      <h3>照片</h3>
      {id === undefined ? (
        <p className="kit-note">保存后可以拍照上传。</p>
      ) : (
        <PhotoField kind={insuranceCase.kind} ownerId={id} />
      )}
    </section>
  )
}

const figure = (value: unknown) => (isDecimal(value) ? value : '0')

/** What was assessed, and what of it the insurer leaves to others. */
function Totals() {
  const { assessedLabour, assessedMaterial, deductible, depreciation, salvage } = useHeader()
  const assessed = add(figure(assessedLabour), figure(assessedMaterial))
  const left = add(figure(deductible), figure(depreciation))
  return (
    <div className="de-totals" aria-label="合计">
      {!isZero(left) && <Figure title="客户承担（免赔+折旧）" value={moneyText(left)} />}
      {!isZero(figure(salvage)) && <Figure title="残值" value={moneyText(salvage)} />}
      <Figure title="定损合计" value={moneyText(assessed)} strong />
    </div>
  )
}
