import { handlings, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { useEffect, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { type EditorApi, useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { beginFor } from '../../pickers/begin-for'
import { fieldsOf } from '../../pickers/fields'
import { CarField, LastMileage } from '../../pickers/fields-of-car'
import { BillStore } from './bill-store'
import { CausePartField, FaultField, PolicyField } from './fields'
import { BillPhotos } from './photos'
import { RemedyButton } from './remedy-button'
import { BillStrip } from './strip'
import { BillTables } from './tables'
import { useTerms } from './use-terms'
import './bill.css'

const { DayField, EmployeeField, PartnerField, SelectField, TextField } = fieldsOf(warrantyBill)

/** 三包单: what was done at a manufacturer's expense, and the proof of it (business/three-guarantees 3). */
export default function WarrantyBillEditor() {
  const { labourTaxRate } = useSession()
  const [bill] = useState(() => new BillStore(labourTaxRate))
  const { partnerId } = useScreenParams()
  const [begin] = useState(() => () => beginFor(bill.editor, partnerId))
  return (
    <DocumentEditor
      document={warrantyBill}
      store={bill.editor}
      begin={begin}
      toolbar={tools}
      totals={<Totals bill={bill} />}
    >
      <Body bill={bill} />
    </DocumentEditor>
  )
}

const tools = (editor: EditorApi) => <RemedyButton editor={editor} />

/** Header, check, lines and photos; the terms are asked while it is typed. */
function Body({ bill }: { bill: BillStore }) {
  const { readOnly } = useEditor()
  const asked = useTerms(bill, !readOnly)
  const hasCar = typeof useHeader()['vehicleId'] === 'number'
  return (
    <>
      <HeaderFields>
        <CarField />
        <PartnerField name="partnerId" role="customer" />
        <PartnerField name="manufacturerId" role="manufacturer" />
        <PolicyField asked={asked} />
        <FaultField />
        <TextField name="complaint" span={2} open />
        <CausePartField bill={bill} />
        <SelectField name="handling" options={handlings} required />
        {hasCar ? (
          <>
            <DayField name="invoicedOn" required />
            <TextField name="mileage" required beside={<LastMileage />} />
          </>
        ) : (
          <DayField name="boughtOn" required otherwise={asked?.soldOn ?? undefined} />
        )}
        <DayField name="repairedOn" required />
        {hasCar && <TextField name="checkedVin" required />}
        <EmployeeField name="salespersonId" />
        <TextField name="contactName" />
        <TextField name="contactMobile" />
        <DayField name="bizDate" />
        <TextField name="termReason" span={2} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <BillStrip bill={bill} asked={asked} />
      <BillTables bill={bill} />
      <BillPhotos wanted={asked?.photos ?? []} />
    </>
  )
}

/** What the bill claims as it will be saved, following each edit, and what the manufacturer has agreed to. */
function Totals({ bill }: { bill: BillStore }) {
  const { sees } = useSession()
  const { confirmedAmount } = useHeader()
  const [totals, setTotals] = useState(() => bill.totals())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Several lines that come at once are counted once.
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setTotals(bill.totals())
      })
    }
    later()
    const stops = [bill.editor.onChange(later), bill.editor.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [bill])
  if (!sees(warrantyBill.priceField ?? 'doc_price')) return <div className="de-totals" aria-label="合计" />
  return (
    <div className="de-totals" aria-label="合计">
      <Figure title="工时费" value={moneyText(totals.labourAmount)} />
      <Figure title="材料费" value={moneyText(totals.materialAmount)} />
      <Figure title="外出费" value={moneyText(totals.otherAmount)} />
      {isDecimal(confirmedAmount) && <Figure title="确认额" value={moneyText(confirmedAmount)} />}
      <Figure title="申报额" value={moneyText(totals.totalAmount)} strong />
    </div>
  )
}
