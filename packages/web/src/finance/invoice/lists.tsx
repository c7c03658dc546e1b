import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import type { InvoiceRow } from '@chepu/contract/finance/invoice-document'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import type { ReactNode } from 'react'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { PartnerFilter } from '../../pickers/filters'

const filters = (
  <>
    <TextFilter name="invoiceNo" title="发票号码" />
    <PartnerFilter name="partnerId" role={everyRole} />
    <SelectFilter name="sheetKind" title="票种" options={invoiceSorts} multiple />
    <TextFilter name="title" title="抬头" more />
  </>
)

/** 开票管理: invoices that the shop issues (business/invoices 1). */
export function IssuedList(props: { head?: ReactNode }) {
  return (
    <div className="kit-stack">
      {props.head}
      <DocumentList<InvoiceRow, keyof NonNullable<typeof invoiceIssued.columns> & string>
        document={invoiceIssued}
        name="invoiceIssued"
        columns={[
          'billNo',
          'state',
          'bizDate',
          'sheetKind',
          'invoiceNo',
          'title',
          'untaxed',
          'rates',
          'tax',
          'taxed',
          'sources',
          'partnerName',
          'redOfNo',
          'invoiceCode',
          'taxNo',
          'exportedAt',
          'creatorName',
          'postedAt',
          'printCount',
          'remark',
        ]}
      >
        {filters}
      </DocumentList>
    </div>
  )
}

/** 收票管理: invoices that suppliers have issued (business/invoices 5). */
export function ReceivedList(props: { head?: ReactNode }) {
  return (
    <div className="kit-stack">
      {props.head}
      <DocumentList<InvoiceRow, keyof NonNullable<typeof invoiceReceived.columns> & string>
        document={invoiceReceived}
        name="invoiceReceived"
        columns={[
          'billNo',
          'state',
          'bizDate',
          'sheetKind',
          'invoiceNo',
          'title',
          'untaxed',
          'rates',
          'tax',
          'taxed',
          'isDeductible',
          'certifiedMonth',
          'sources',
          'partnerName',
          'transferredOut',
          'redOfNo',
          'invoiceCode',
          'taxNo',
          'creatorName',
          'postedAt',
          'printCount',
          'remark',
        ]}
      >
        {filters}
      </DocumentList>
    </div>
  )
}
