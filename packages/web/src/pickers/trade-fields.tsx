import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import { goodsHeader } from '@chepu/contract/kernel/goods-document'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { fieldsOf } from './fields'

// What orders, deliveries and returns of both sides show alike. Their editors place own fields before, between and behind.

const { CheckField, DayField, DueField, MoneyField, PartnerField, SelectField, SettlementField, WarehouseField } =
  fieldsOf({ header: goodsHeader })

/** With whom, at which warehouse and when: the header of a trade begins so. */
export function TradeFields(props: { role: PartnerRole }) {
  return (
    <>
      <PartnerField name="partnerId" role={props.role} />
      <WarehouseField name="warehouseId" />
      <DayField name="bizDate" />
    </>
  )
}

/** How it is settled and invoiced; `due` where posting makes a claim that falls due. */
export function TermFields(props: { due?: boolean }) {
  return (
    <>
      <SettlementField name="settlementMethodId" />
      {props.due && <DueField name="dueOn" />}
      <SelectField name="invoiceKind" options={invoiceKindLabels} />
      <CheckField name="taxIncluded" title="单价含税" />
    </>
  )
}

/** 整单优惠, and the freight with who bears it, in the words of the kind. */
export function ChargeFields(props: { freightPayers: Readonly<Record<'us' | 'partner', string>> }) {
  return (
    <>
      <MoneyField name="orderDiscount" />
      <MoneyField name="freight" />
      <SelectField name="freightPayer" options={props.freightPayers} />
    </>
  )
}
