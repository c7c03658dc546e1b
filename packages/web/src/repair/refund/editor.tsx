import { accountRoutes } from '@chepu/contract/finance/store-account'
import { repairRefund } from '@chepu/contract/repair/refund'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { type EditorApi, useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields, ListField } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { fieldsOf } from '../../pickers/fields'
import { InvoiceButton } from '../../pickers/invoice-button'
import { beginning, beginRefund, findSettlements } from './begin'
import { RefundBody } from './body'
import { RefundStore } from './refund-store'
import '../settlement/settlement.css'
import './refund.css'

const { DayField, TextField, WarehouseField } = fieldsOf(repairRefund)

/** 维修退单: which lines of a settled order go back, and where the money goes (business/repair-settlement 11). */
export default function RefundEditor() {
  const [store] = useState(() => new RefundStore())
  const [begin] = useState(() => beginning(store))
  return (
    <DocumentEditor document={repairRefund} store={store.editor} begin={begin} totals={<Totals />} toolbar={invoicing}>
      <Facts refund={store} />
      <HeaderFields>
        <TextField name="reason" />
        <AccountField />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <RefundBody refund={store} />
    </DocumentEditor>
  )
}

const invoicing = (editor: EditorApi) => <InvoiceButton side="AR" kind={repairRefund.kind} editor={editor} isBack />

const words = (value: unknown) => (value == null || value === '' ? '—' : String(value))

/** Whose repair it is; a new refund asks for it. */
function Facts({ refund }: { refund: RefundStore }) {
  const { readOnly } = useEditor()
  const { plate, modelText, partnerName, workOrderNo, settlementNo, settlementId, id } = useHeader()
  const take = (settlementId: number) => {
    void beginRefund(refund, settlementId).catch((error: Error) => toast.error(error.message))
  }
  const isOpen = !readOnly && id == null
  return (
    <div className="rs-facts">
      {isOpen && (
        <div className="rr-pick">
          <label htmlFor="refund-settlement">结算工单</label>
          <Autocomplete
            id="refund-settlement"
            label="结算工单"
            text={settlementId == null ? '' : `${words(plate)} ${words(workOrderNo)}`}
            placeholder="车牌 / 工单号 / 结算单号"
            find={findSettlements}
            onChange={(option) => option && take(option.value)}
          />
        </div>
      )}
      {!isOpen && <Figure title="工单" value={words(workOrderNo)} />}
      {!isOpen && <Figure title="车牌" value={words(plate)} />}
      <Figure title="结算单" value={words(settlementNo)} />
      <Figure title="车型" value={words(modelText)} />
      <Figure title="客户" value={words(partnerName)} />
    </div>
  )
}

/** The account that pays; without one the money waits for the cashier. */
function AccountField() {
  const query = { page: 1, rows: 1000, active: 'true' as const }
  const rows = useCall(accountRoutes.list, { query }).data?.rows ?? []
  const options = rows.map(({ id, name }) => ({ id, label: name, value: id }))
  return <ListField name="storeAccountId" options={options} />
}

/** What was refunded; a draft tells it side by side above. */
function Totals() {
  const { state, totalAmount, customerDue, receivedAmount, costAmount } = useHeader()
  const isDone = state === 'done' || state === 'reversed'
  if (totalAmount === undefined || !isDone) return <div className="de-totals" aria-label="合计" />
  return (
    <div className="de-totals" aria-label="合计">
      {costAmount !== undefined && <Figure title="回库成本" value={moneyText(costAmount)} />}
      <Figure title="退客户" value={moneyText(customerDue)} />
      <Figure title="已退现款" value={moneyText(receivedAmount)} />
      <Figure title="退款额" value={moneyText(totalAmount)} strong />
    </div>
  )
}
