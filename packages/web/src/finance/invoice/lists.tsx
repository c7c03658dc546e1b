import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import type { InvoiceRow } from '@chepu/contract/finance/invoice-document'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { invoiceTemplate } from '@chepu/contract/finance/invoice-template'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { button } from '@chepu/contract/access/catalogue'
import { fetchFile } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import type { ListApi } from '../../kit/list/list-page'
import { saveFile } from '../../kit/list/use-export'
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
  const { has } = useSession()
  const { open } = useTabs()
  const handOver = async (list: ListApi<InvoiceRow>) => {
    const ids = list.selected.map(({ id }) => id).join(',')
    saveFile(await fetchFile(invoiceTemplate, { params: { ids } as never }), '数电票批量开票.xlsx')
    list.refresh()
  }
  const tools = (list: ListApi<InvoiceRow>) => (
    <>
      {has(button('invoice', 'export')) && (
        <Button
          size="small"
          disabled={list.selected.length === 0}
          title="所选数电票草稿，按电子税务局批量开具的模板"
          onClick={() => void handOver(list).catch(() => undefined)}
        >
          导出开票模板
        </Button>
      )}
      {has(button('invoice', 'issue')) && (
        <Button size="small" onClick={() => open('/importExcel?type=invoice_number')}>
          导入发票号码
        </Button>
      )}
    </>
  )
  return (
    <div className="kit-stack">
      {props.head}
      <DocumentList<InvoiceRow, keyof NonNullable<typeof invoiceIssued.columns> & string>
        document={invoiceIssued}
        tools={tools}
        name="invoiceIssued"
        columns={[
          'billNo',
          'state',
          'bizDate',
          'sheetKind',
          'invoiceNo',
          'partnerName',
          'untaxed',
          'tax',
          'taxed',
          'creatorName',
          'sources',
          'title',
          'rates',
          'redOfNo',
          'invoiceCode',
          'taxNo',
          'exportedAt',
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
          'partnerName',
          'untaxed',
          'tax',
          'taxed',
          'creatorName',
          'certifiedMonth',
          'isDeductible',
          'sources',
          'title',
          'rates',
          'transferredOut',
          'redOfNo',
          'invoiceCode',
          'taxNo',
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
