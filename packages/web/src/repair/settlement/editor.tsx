import { button } from '@chepu/contract/access/catalogue'
import { isPositive, isZero, sub } from '@chepu/contract/kernel/decimal'
import { repairRefund } from '@chepu/contract/repair/refund'
import {
  ordersToSettle,
  repairSettlement,
  type SettleInput,
  type SettlementPreview,
  settlementPreview,
} from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { call, CallError } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { type EditorApi, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { EditorStore } from '../../kit/document/document-editor-store'
import { HeaderFields } from '../../kit/document/document-header'
import { documentPath } from '../../kit/document/document-screens'
import { Figure } from '../../kit/document/figure'
import type { Begin } from '../../kit/document/use-document'
import type { Asked, DocumentProblem } from '../../kit/document/use-document-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { InvoiceButton } from '../../pickers/invoice-button'
import { fieldsOf } from '../../pickers/fields'
import { usePayAccounts } from '../../pickers/pay-fields'
import { SettlementBody } from './body'
import { givenOf } from './given'
import { PayDialog } from './pay-dialog'
import './settlement.css'

const { DayField, MoneyField, TextField } = fieldsOf(repairSettlement)

/** 费用结算单: who pays what of an order, and how the customer pays his part of it (business/repair-settlement 10). */
export default function SettlementEditor() {
  const [store] = useState(() => new EditorStore(repairSettlement, {}))
  const [begin] = useState(() => beginning(store))
  // Read beforehand, so that no key is lost that is pressed as the dialog opens.
  usePayAccounts()
  const [openPay, payDialog] = useDialog(PayDialog)
  const { has } = useSession()
  const { open } = useTabs()
  const asks = useMemo(
    () => ({
      settle: async (_id: number, take: (asked: Asked) => Promise<DocumentProblem | undefined>): Promise<undefined> => {
        const preview: SettlementPreview = await call(settlementPreview, { body: givenOf(store.header()) })
        const [problem] = preview.problems
        if (problem) {
          toast.warning(problem.message)
          return
        }
        const { customerDue: due, advances, cards, giftMost } = preview
        const send = async (input: SettleInput) => (await take({ input }))?.errors ?? []
        await openPay({ due, advances, cards, giftMost, send })
      },
    }),
    [store, openPay],
  )
  const toolbar = (editor: EditorApi) => (
    <>
      <InvoiceButton side="AR" kind={repairSettlement.kind} editor={editor} />
      {editor.isPosted && has(repairRefund.buttons.add) && (
        <Button
          size="small"
          onClick={() =>
            open({ key: 'refundOrder', params: { new: 1, source: repairSettlement.kind, sourceId: editor.id } })
          }
        >
          退单
        </Button>
      )}
    </>
  )
  return (
    <DocumentEditor
      document={repairSettlement}
      store={store}
      begin={begin}
      asks={asks}
      totals={<Totals />}
      toolbar={toolbar}
    >
      <Facts />
      <HeaderFields>
        {has(button('repair_settlement', 'discount')) && <MoneyField name="orderDiscount" />}
        <DayField name="bizDate" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <SettlementBody />
      {payDialog}
    </DocumentEditor>
  )
}

/** Begins the settlement of an order with what that says of car and customer. */
const beginning =
  (store: EditorStore): Begin =>
  async ({ source, sourceId }, signal) => {
    if (source !== workOrder.kind || sourceId === undefined) return false
    const query = { workOrderId: sourceId }
    const { rows } = await call(ordersToSettle, { query, quiet: true, ...(signal && { signal }) })
    const [order] = rows
    if (!order) return false
    const { id, billNo, settlementId: _, totalAmount: _total, ...said } = order
    const packageUses = await proposedFor(id, signal)
    store.beginWith({ ...said, workOrderId: id, workOrderNo: billNo, packageUses }, () => undefined)
    return true
  }

/** What packages of the customer cover of an order; nothing for who may not see what it comes to. */
async function proposedFor(workOrderId: number, signal?: AbortSignal): Promise<SettlementPreview['proposedUses']> {
  try {
    const body = { workOrderId }
    return (await call(settlementPreview, { body, quiet: true, ...(signal && { signal }) })).proposedUses
  } catch (error) {
    if (error instanceof CallError) return []
    throw error
  }
}

const words = (value: unknown) => (value == null || value === '' ? '—' : String(value))

/** Whose car it is; the order says it, and nobody types it here. */
function Facts() {
  const { plate, modelText, partnerName, workOrderId, workOrderNo, businessTypeName, salespersonName } = useHeader()
  const { has } = useSession()
  const { open } = useTabs()
  const order =
    typeof workOrderId === 'number' && has(workOrder.buttons.view) && documentPath(workOrder.kind, workOrderId)
  return (
    <div className="rs-facts">
      {order ? (
        <button type="button" className="kit-link" onClick={() => open(order)}>
          工单 {words(workOrderNo)}
        </button>
      ) : (
        <Figure title="工单" value={words(workOrderNo)} />
      )}
      <Figure title="车牌" value={words(plate)} />
      <Figure title="车型" value={words(modelText)} />
      <Figure title="客户" value={words(partnerName)} />
      <Figure title="业务类型" value={words(businessTypeName)} />
      <Figure title="服务顾问" value={words(salespersonName)} />
    </div>
  )
}

/** What was settled; a draft tells it side by side above. */
function Totals() {
  const { state, totalAmount, customerDue, receivedAmount, orderDiscount, costAmount } = useHeader()
  if (totalAmount === undefined) return <div className="de-totals" aria-label="合计" />
  const onCredit = sub(String(customerDue ?? '0'), String(receivedAmount ?? '0'))
  return (
    <div className="de-totals" aria-label="合计">
      {state === 'done' && costAmount !== undefined && <Figure title="成本" value={moneyText(costAmount)} />}
      {!isZero(String(orderDiscount ?? '0') || '0') && <Figure title="整单优惠" value={moneyText(orderDiscount)} />}
      <Figure title="合计" value={moneyText(totalAmount)} />
      {state === 'done' && <Figure title="结算时已收" value={moneyText(receivedAmount)} />}
      {state === 'done' && isPositive(onCredit) && <Figure title="结算时挂账" value={moneyText(onCredit)} />}
      <Figure title="客户应付" value={moneyText(customerDue)} strong />
    </div>
  )
}
