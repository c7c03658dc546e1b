import type { LookupPartner } from '@chepu/contract/basics/lookups'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { directTrade, purchaseAmounts } from '@chepu/contract/sales/direct-trade'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { useEffect, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import type { EditorApi } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import type { EditorLine } from '../../kit/goods/document-lines'
import { useGoods } from '../../kit/goods-editor/goods-context'
import type { GoodsStore } from '../../kit/goods-editor/goods-store'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { collected, CreditFigures, freightPayers } from '../figures'

const { AddressField, CheckField, DayField, EmployeeField, PartnerField, SelectField, SettlementField, TextField } =
  fieldsOf(directTrade)

/** Thousands of lines are summed once typing pauses. */
const waitMs = 200

/** 进价合计 beside the totals of the sale, for who may see it. */
function PurchaseFigure() {
  const { sees } = useSession()
  const goods = useGoods()
  const [total, setTotal] = useState(() => boughtFor(goods))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setTotal(boughtFor(goods)), waitMs)
    }
    const stops = [goods.editor.onChange(later), goods.editor.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [goods])
  return sees('purchase_price') ? <Figure title="进价合计" value={moneyText(total)} /> : null
}

/** What the supplier charges for the lines as they stand; half-typed figures count as nothing. */
function boughtFor({ editor, lines }: GoodsStore): string {
  const decimal = <Other,>(value: unknown, other: Other) => (isDecimal(value) ? value : other)
  const bought = lines.filled().map((line) => ({
    qty: decimal(line.qty, '0'),
    purchasePrice: decimal(line.purchasePrice, null),
    purchaseTaxRate: decimal(line.purchaseTaxRate, '0'),
  }))
  return purchaseAmounts(bought, editor.header().purchaseTaxIncluded !== false).totalTaxed
}

const figures = (editor: EditorApi) => (
  <>
    <PurchaseFigure />
    <CreditFigures />
    {collected(editor)}
  </>
)

const columns: LineColumnChoice[] = [
  ...partColumns,
  'qty',
  {
    name: 'purchasePrice',
    title: '进价',
    kind: 'price',
    width: 86,
    stop: true,
    // The rate of the part is that of the purchase, too, until another one is typed.
    enter: (line: EditorLine, text: string) => ({
      purchasePrice: numberText(text) || null,
      purchaseTaxRate: line.purchaseTaxRate ?? line.taxRate,
    }),
    fields: ['purchasePrice', 'purchaseTaxRate'],
  },
  { name: 'purchaseTaxRate', title: '进项税率', kind: 'rate', width: 68 },
  'price',
  'taxed',
  'lastPrice',
  'discountRate',
  'netAmount',
  'taxRate',
  'tax',
  'untaxed',
  'locationId',
  'batchNo',
  'remark',
]

/** What a supplier's own settings say of the purchase. */
const purchaseTerms = ({ invoiceKind, settlementMethodId }: LookupPartner) => ({
  purchaseInvoiceKind: invoiceKind,
  purchaseSettlementMethodId: settlementMethodId,
  purchaseSettlementMethodName: null,
})

/** 采购转销售单: bought of a supplier and sold to a customer by one document (business/sales 2.6). */
export default function DirectTradeEditor() {
  return (
    <GoodsEditor document={directTrade} figures={figures}>
      <HeaderFields>
        <TradeFields role="customer" />
        <TermFields due />
        <EmployeeField name="salespersonId" />
        <ChargeFields freightPayers={freightPayers} />
        <PartnerField name="supplierId" role="supplier" propose={purchaseTerms} />
        <SettlementField name="purchaseSettlementMethodId" title="采购结算" />
        <DayField name="purchaseDueOn" />
        <SelectField name="purchaseInvoiceKind" options={invoiceKindLabels} />
        <CheckField name="purchaseTaxIncluded" title="进价含税" />
        <EmployeeField name="handlerId" />
        <AddressField name="address" span={2} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" />
    </GoodsEditor>
  )
}
