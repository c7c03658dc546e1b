import { button } from '@chepu/contract/access/catalogue'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { useMemo, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import type { Begin } from '../../kit/document/use-document'
import type { Ask } from '../../kit/document/use-open-editor'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import { useFigures } from '../claim-documents/use-figures'
import { DeductionTable } from './deduction-table'
import { SettleDialog } from './settle-dialog'
import { SettledBills } from './settled-bills'
import { SettlementStore } from './settlement-store'

const { CheckField, DayField, EmployeeField, PartnerField, TextField } = fieldsOf(warrantySettlement)

const idsOf = (text: string | undefined) =>
  text !== undefined && /^\d+(,\d+)*$/.test(text) ? text.split(',').map((part) => Number.parseInt(part, 10)) : []

/** 三包结算单: bills that a manufacturer has agreed to, and what he keeps back (business/three-guarantees 7.2). */
export default function WarrantySettlementEditor() {
  const { partnerId, billIds } = useScreenParams()
  const { has } = useSession()
  const mayDeduct = has(button('claims_money', 'deduct'))
  const [store] = useState(() => new SettlementStore(mayDeduct))
  const [begin] = useState((): Begin => async (_start, signal) => {
    const [maker] = idsOf(partnerId)
    if (maker === undefined) return false
    await store.beginWith(maker, idsOf(billIds), signal)
    return true
  })
  const [openSettle, settleDialog] = useDialog(SettleDialog)
  const asks = useMemo(() => {
    const approve: Ask = (_id, take) => openSettle({ figures: store.figures(), mayDeduct, take })
    return { approve }
  }, [store, openSettle, mayDeduct])
  return (
    <>
      <DocumentEditor
        document={warrantySettlement}
        store={store.editor}
        begin={begin}
        asks={asks}
        totals={<Totals store={store} />}
      >
        <HeaderFields>
          <PartnerField name="partnerId" role={['manufacturer', 'supplier']} />
          <DayField name="bizDate" />
          <DayField name="dueOn" />
          <CheckField name="needsInvoice" />
          <EmployeeField name="handlerId" />
          <TextField name="remark" span={2} />
        </HeaderFields>
        <SettledBills store={store} />
        <DeductionTable store={store} mayDeduct={mayDeduct} />
      </DocumentEditor>
      {settleDialog}
    </>
  )
}

function Totals({ store }: { store: SettlementStore }) {
  const figures = useFigures(store)
  return (
    <div className="de-totals" aria-label="合计">
      {figures && (
        <>
          <Figure title="确认额" value={moneyText(figures.confirmed)} />
          <Figure title="扣款" value={moneyText(figures.deducted)} />
          <Figure title="应收" value={moneyText(figures.net)} strong />
        </>
      )}
    </div>
  )
}
