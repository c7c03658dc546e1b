import { button } from '@chepu/contract/access/catalogue'
import { addDays } from '@chepu/contract/kernel/calendar'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { offerDays } from '@chepu/contract/sales/quoted-items'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { quotationPurpose } from '@chepu/contract/sales/quotation-link'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { type EditorApi, useHeader } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { newDocument } from '../../kit/document/document-screens'
import { LinkButton } from '../../kit/document/link-button'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { fieldsOf } from '../../pickers/fields'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { freightPayers } from '../figures'
import { ExtendDialog } from './extend-dialog'
import { QuotedLines } from './lines'
import { undated } from './undated'

const { extend } = salesQuotation.actions
const { DayField, EmployeeField, TextField } = fieldsOf(salesQuotation)

/** States in which an offer may be with the customer, or was. */
const isSent = new Set<string | undefined>(['approved', 'partial', 'done', 'closed'])

/** 有效期至; what stands there when nobody types one is what the server would say. */
function ValidityField() {
  const { bizDate } = useHeader()
  return <DayField name="validUntil" otherwise={addDays(String(bizDate), offerDays)} />
}

function ExtendButton({ editor }: { editor: EditorApi }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {extend.label}
      </Button>
      {asking && (
        <ExtendDialog
          billNo={editor.billNo}
          run={(validUntil) => editor.act('extend', { validUntil })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** 销售报价单: what goods would cost a customer (business/sales 1.7). */
export default function SalesQuotationEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const turnInto = (editor: EditorApi, label: string, target: typeof salesOrder | typeof salesDelivery, add: number) =>
    canBeDrawn(editor.header) &&
    has(add) && (
      <Button size="small" onClick={() => open(newDocument(target, { source: salesQuotation, sourceId: editor.id }))}>
        {label}
      </Button>
    )
  const toolbar = (editor: EditorApi) => (
    <>
      {turnInto(editor, '转订单', salesOrder, button('sales_order', 'add'))}
      {turnInto(editor, '转出库', salesDelivery, button('sales_delivery', 'add'))}
      {has(extend.button) && extend.from.some((state) => state === editor.state) && <ExtendButton editor={editor} />}
      {has(button('quotation', 'print')) && isSent.has(editor.state) && (
        <LinkButton editor={editor} label="客户确认" title="客户确认：销售报价单" purpose={quotationPurpose} />
      )}
    </>
  )
  return (
    <GoodsEditor document={undated} toolbar={toolbar}>
      <HeaderFields>
        <TradeFields role="customer" />
        <ValidityField />
        <TextField name="vehicleText" span={2} />
        <TermFields />
        <EmployeeField name="salespersonId" />
        <ChargeFields freightPayers={freightPayers} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <QuotedLines />
    </GoodsEditor>
  )
}
